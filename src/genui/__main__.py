"""The entry point: `genui serve` starts without any command-line library, the rest goes to the CLI."""

import os
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run genui; return the exit code."""
    argv = list(sys.argv[1:] if arguments is None else arguments)
    flags = argv[: argv.index("--")] if "--" in argv else argv
    if flags[:1] == ["serve"] and not {"--help", "-h"} & set(flags):
        from genui.serve.command import serve

        code = serve(argv[1:])
        if arguments is None:  # nothing is left to be done; taking the interpreter down would take its time
            os._exit(code)
        return code
    try:
        from genui.cli import main as run_cli

        return run_cli(argv)
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        return 130


if __name__ == "__main__":
    sys.exit(main())
