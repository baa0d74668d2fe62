"""Generation: a job becomes a view, offline or by a language model.

`offline` is a pure function. With a model: `prompts` → `asking` (a provider) → `reading` → `mending` →
`scorer` (against the offline view) → `verdict`; `drafts` begins and stops that, for one view or many.
May import all that compiles and checks one view; nothing of `serve/`, `cli/` or `build`. The SDKs load
once they are asked.
"""
