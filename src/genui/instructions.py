"""Detection of injected instructions and of invisible characters in texts."""

import re

PATTERN = r"""(?x)
    (?:ignore|disregard|forget|override)\s+(?:(?:all|any|the|your|of|these|my)\s+)*
        (?:previous|prior|above|earlier|preceding|system|safety)\s+
        (?:instruction|prompt|rule|direction|guideline|command)s?
    | (?:ignore|disregard)\s+(?:(?:all|any|the|your|of|these|my)\s+)*
        (?:previous|prior|above|earlier|preceding|system|safety)\s+messages?
    | ignor(?:iere?n?|ez|er|e|a|á|are|ate)\s+(?:\w+\s+){0,3}?
        (?:vorherigen|vorigen|bisherigen|obigen|früheren|anteriores|previas|precedenti)\s+
        (?:anweisungen|befehle|regeln|vorgaben|instrucciones|órdenes|instruções|ordens|istruzioni)
    | (?:ignor(?:ez|er|e|a|á|are|ate)|oubliez|olvida|dimentica)\s+(?:\w+\s+){0,3}?
        (?:instructions|consignes|instrucciones|instruções|istruzioni)\s+
        (?:précédentes|ci-dessus|anteriores|previas|precedenti)
    | игнориру\w+\s+(?:\w+\s+){0,2}?(?:предыдущи|прежни)\w+\s+(?:инструкци|указани)
    | (?:忽略|无视|無視)(?:之前|以上|先前|前面|此前|上述|所有|的)+(?:指令|指示|提示|说明|說明)
    | (?:以前|これまで|上記|前)の(?:すべての)?(?:指示|命令)[をは](?:すべて)?(?:無視|忘れ)
    | 이전(?:의)?\s*(?:모든\s*)?(?:지시|지침|명령)\S*\s*(?:모두\s*)?무시
    | (?:new|updated|real|hidden|secret)\s+(?:system\s+instructions?\s*:|instructions?\s*(?:
        for\s+(?:the\s+)?(?:assistant|model|ai|agent)\s*:
        | :[^.]{0,60}\b(?:tools?|assistant|model|ignore|call|invoke|reveal|forward|exfiltrate|you\s+must)\b))
    | (?:note|message|instructions?|attention)\s+(?:to|for)\s+(?:the\s+|any\s+)?
        (?:assistant|ai\b|llm|language\s+model|claude|chatgpt|gpt|(?:model|agent)s?\s*:)
    | (?:ignore|disregard|override)\s+(?:what\s+)?the\s+user(?:'s)?\s+
        (?:request|instruction|question|wishe?|intent|said|says|asked|wants)s?
    | (?:assistant|ai|model|agent|claude|chatgpt|system)\s*:\s*(?:please\s+)?
        (?:ignore|disregard|call|send|run|execute|invoke|reveal|forward|you\s+(?:must|should|are|will))\b
    | (?:before|instead\s+of)\s+(?:answering|replying|responding)[^.]{0,40}\b(?:call|invoke|run|use)\s+
        (?:the\s+)?[\w-]+\s+tool
    | (?:without|never)\s+(?:asking|telling|informing|notifying)\s+the\s+user
    | (?:do\s+not|don't|never)\s+(?:tell|inform
        | (?:reveal|mention|show|disclose)\s+(?:(?:this|these|the|it)\s+)?(?:\w+\s+){0,2}?to)\s+the\s+user
    | (?:previous|prior|above|earlier|preceding|system|safety)\s+
        (?:instruction|prompt|rule|direction|guideline)s\s+no\s+longer\s+(?:apply|hold|count)
    | (?:instruction|prompt|rule|direction|guideline)s\s+(?:\w+\s+){0,3}?(?:before|above|earlier|so\s+far)\s+
        (?:\w+\s+){0,3}?no\s+longer\s+(?:apply|hold|count)
    | (?:before|in|with|to)\s+(?:every|each|any|all)\s+(?:further|future|following|next|later|other)\s+
        (?:answer|repl|response|message|turn)\w*\s*,?\s*(?:\w+\s+)?
        (?:read|call|send|add|include|append|run|fetch|collect)\b
    | (?:read|collect|gather|find|send|forward|fetch|add|include)\s+(?:all\s+)?the\s+user's\s+(?:\w+\s+){0,2}?
        (?:passwords|credentials|secrets|private\s+keys?|api\s+keys?|mailbox|inbox)\b
    | (?:reveal|print|repeat|output|send)\s+(?:me\s+)?(?:your|the)\s+
        (?:system\s+prompt|hidden\s+instructions|initial\s+instructions)
    | you\s+are\s+now\s+(?:in\s+)?(?:an?\s+|the\s+)?
        (?:dan\b|developer\s+mode|unrestricted|jailbroken|admin|root|different\s+(?:ai|assistant))
    | treat\s+(?:every|all|each|any|the|this|these)\b[^.]{0,60}\bas\s+(?:already\s+)?
        (?:confirmed|approved|authori[sz]ed|permitted|agreed)\b
    | (?:call|invoke|run|execute)\s+[a-z]+(?:_[a-z]+)+\s+
        (?:for|on|with|at|once|now|immediately|before|after)\b[^.]{0,80}\b(?:at\s+once|immediately|now|without|do\s+not|before\s+\w+ing)\b
    | <\|(?:im_start|im_end|system|endoftext)\|>
    | \[/?(?:inst|system)\]
    | =\s*tool_definition_(?:start|end)\s*=
    | </?(?:system|important|instructions)>\s*(?:you|ignore|call|send|always|before)
    """
IN_LOWER_CASE, INSTRUCTIONS = re.compile(PATTERN), re.compile(PATTERN, re.IGNORECASE)
"""Text that speaks to a model where it should speak to people."""

SAME_LETTER = str.maketrans("\u0130\u0131\u017f", "iis")
"""What IGNORECASE takes for a letter of ASCII, and lower() does not."""

INVISIBLE = re.compile("[\u200b-\u200d\u2060\ufeff\u00ad]")
HIDDEN = re.compile(
    "[\u202d\u202e]|(?<!\U0001f3f4)(?<![\U000e0020-\U000e007f])[\U000e0000-\U000e007f]|[\U000e0100-\U000e01ef]{4}"
)
"""Characters that reorder a text, and characters that only models read."""

APART = "\n.\n"
"""Put between texts, it keeps any match from going from one to the next."""


def instruction_in(text: str) -> re.Match[str] | None:
    """Return the first place where a text speaks to a model."""
    # A search where case counts is four times as fast, and most texts have no such place.
    if not IN_LOWER_CASE.search(text.translate(SAME_LETTER).lower()):
        return None
    return INSTRUCTIONS.search(text)
