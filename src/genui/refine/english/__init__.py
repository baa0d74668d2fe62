"""The English that wishes are written in; a reader of another language needs another package like this one."""
