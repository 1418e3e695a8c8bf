"""What the schema can't say: texts are measured once trimmed."""

import schemathesis


def trimmed(value):
    if isinstance(value, str):
        return value == value.strip()
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return all(trimmed(item) for item in items)


@schemathesis.hook
def filter_body(context, body):
    return trimmed(body)
