"""The limits of genui.toml, `[limits]`: on bytes, counts and depths of specs, pages, messages and prompts."""

from dataclasses import dataclass

from genui.config.keys import BYTES, COUNT, key


@dataclass(frozen=True)
class Limits:
    """What is refused or cut when it grows past a size."""

    spec_bytes: int = key(524_288, "Bytes of a view spec.", bounds=BYTES)
    component_bytes: int = key(65_536, "Bytes of one component of a spec.", bounds=BYTES)
    components: int = key(50, "Components in a spec.", bounds=COUNT)
    depth: int = key(10, "Depth of nested components.", bounds=(1, 100))
    page_bytes: int = key(1_000_000, "Bytes of an artifact.", bounds=BYTES)
    overlay_views: int = key(100, "Views kept in the overlay; the oldest go first.", bounds=COUNT)
    overlay_bytes: int = key(52_428_800, "Bytes kept in the overlay.", bounds=BYTES)
    message_bytes: int = key(67_108_864, "Bytes of one message; longer ones are refused.", bounds=BYTES)
    in_flight: int = key(10_000, "Unanswered requests of a host; more are refused.", bounds=COUNT)
    sessions: int = key(100, "Clients connected at once over http and sse.", bounds=COUNT)
    tools: int = key(10_000, "Tools read from an upstream.", bounds=COUNT)
    prompt_tokens: int = key(4000, "Tokens of what a prompt tells of its tool.", bounds=COUNT)
    output_tokens: int = key(8000, "Tokens of a model's answer.", bounds=COUNT)
    name_length: int = key(100, "Characters of a tool name in a prompt.", bounds=COUNT)
    description_length: int = key(2000, "Characters of a tool description in a prompt.", bounds=COUNT)
    schema_length: int = key(5000, "Characters of a schema in a prompt.", bounds=COUNT)
    schema_depth: int = key(5, "Depth of a schema in a prompt; what is deeper is flattened.", bounds=(1, 100))
    refinements: int = key(5, "Latest refinements repeated in a prompt.", bounds=COUNT)
    retries: int = key(2, "Attempts after a first one that a provider failed.", bounds=(0, 10))
