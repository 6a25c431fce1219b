"""Other words that people look for an action by; help finds it by them, and nothing shows them."""

from __future__ import annotations

_WORDS: dict[str, str] = {
    "app.back": "cancel leave escape exit",
    "app.close": "quit exit leave",
    "app.palette": "command menu search actions",
    "app.reload": "refresh reread update",
    "app.ledger": "history audit log decisions",
    "queue.defer": "skip postpone snooze defer wait open unresolved",
    "queue.mark": "select tag pick",
    "queue.range": "select visual several",
    "queue.mark_all": "select everything batch bulk",
    "queue.views": "save bookmark preset",
    "queue.sort": "sort",
    "queue.audit": "reveal unmask show hidden",
    "queue.history": "git blame log who",
    "queue.verdict_1": "keep approve confirm accept reinstate current reconcile restore choose",
    "queue.verdict_2": "stale outdated expire reject none neither accept history",
    "queue.verdict_3": "merge duplicate combine join dedupe",
    "queue.verdict_4": "cool archive retire",
    "queue.verdict_7": "supersede replace successor",
    "queue.verdict_8": "edit change correct fix value",
    "queue.verdict_9": "both coexist split condition subject reconcile conflict",
    "queue.passages": "source archive evidence provenance",
    "queue.passage_a": "source archive evidence provenance",
    "decide.record": "save write confirm commit apply",
    "decide.split": "split unified columns diff",
    "decide.look": "look see text",
}
_BY_CALL: dict[str, str] = {
    "revert": "undo take back rollback",
    "zoom": "zoom wide full maximise maximize bigger",
    "find": "search find filter grep limit narrow",
    "copy": "yank clipboard",
    "copy_id": "yank clipboard",
    "edit": "vi vim nano external",
}


def other_words(action_id: str, call: str) -> str:
    """Words beside its name and its sentence by which an action may be looked for."""
    return f"{_WORDS.get(action_id, '')} {_BY_CALL.get(call.partition('(')[0], '')}"
