"""A small store in which something of every kind of conflict stands, in Chinese and in English."""

from __future__ import annotations

from pathlib import Path

SUBJECT = "出口网关:端口"
CASE = "conflict:%E5%87%BA%E5%8F%A3%E7%BD%91%E5%85%B3%3A%E7%AB%AF%E5%8F%A3"
ROWS = ("mem-2026-07-20-001", "mem-2026-08-01-001", "mem-2026-08-12-001")
"""A, B and C: the first two stand in the item store, the last in the inbox, and is in force."""
LOOKS_LIKE_IT = "出口网关\uff1a端口"
"""Another string, with a wide colon."""
NEVER, ALWAYS = "mem-2026-08-05-001", "mem-2026-06-04-001"
"""Two items that a log entry connects."""
SAME = ("mem-2026-05-01-001", "mem-2026-05-20-001")
"""Two items that may say the same."""
COPIED, LOST = "mem-2026-04-04-001", "mem-2026-03-03-001"
"""An item whose copy in the index differs, and one that says superseded and names no successor."""


def item(name: str, kind: str, text: str, **fields: str) -> str:
    """An item as the item store holds it."""
    said = {"id": name, "kind": kind, "Scope": "environment", "Status": "active"} | fields
    said.setdefault("Source", "user statement")
    lines = "".join(f"  - {label}: {value}\n" for label, value in said.items())
    return f"- [{name[4:14]}] ({kind}) {text}\n{lines}"


def conflicting(home: Path, *, note: str = "") -> Path:
    """Write the store below a home; `note` stands behind the text of row B."""
    archive = "archive/2026-07-20.md#端口"
    gateway = [
        item("mem-2026-07-02-001", "state", "出口网关监听端口 7411。", subject=SUBJECT, Status="superseded",
             superseded_by=ROWS[0]),
        item(ROWS[0], "state", "出口网关监听端口 7520。", subject=SUBJECT, Source=archive),
        item(ROWS[1], "state", f"出口网关监听端口 7611。{note}", subject=SUBJECT),
        item("mem-2026-08-02-001", "state", "出口网关监听端口 7000。", subject=LOOKS_LIKE_IT),
        item(LOST, "state", "备份在凌晨两点运行。", subject="备份:时间", Status="superseded"),
    ]  # fmt: skip
    lessons = [
        item(ALWAYS, "knowledge", "发布前必须先跑数据库迁移,再重启网关。"),
        item(NEVER, "knowledge", "发布前不必先跑数据库迁移,直接重启网关。"),
        item(SAME[0], "knowledge", "Label printers at the Hafen branch jam when the paper tray is damp."),
        item(SAME[1], "knowledge", "At the Hafen branch label printers jam when the paper tray is damp."),
        item(COPIED, "knowledge", "Returns are counted twice a day at Central."),
    ]
    copy = item(COPIED, "knowledge", "Returns are counted three times a day at Central.")
    files = {
        "memory.md": f"# Inbox 2026-08-12\n\n- [2026-08-12] [{ROWS[2]}] (state) 出口网关监听端口 7700。"
        f" Subject: {SUBJECT}. Source: user statement on 2026-08-12.\n",
        "index.md": f"# Memory Index\n\n## Pending Cleanup\n\n{copy}",
        "log.md": f"- 2026-08-10T07:40:00Z review left-open {ALWAYS} {NEVER} by agent:autodream\n",
        "archive/2026-07-20.md": f"# 2026-07-20\n\n## 端口\n- [2026-07-20] [{ROWS[0]}] (state)"
        f" 出口网关监听端口 7520。 Subject: {SUBJECT}. Source: session:2026-07-20/turn-1.\n",
        "topics/网关.md": _page("网关", gateway),
        "topics/lessons.md": _page("Lessons", lessons),
    }
    for name, text in files.items():
        target = home / "memory" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return home


def _page(title: str, items: list[str]) -> str:
    head = f"---\ntitle: {title}\nlayer: warm\nlast_updated: 2026-08-14\n---\n"
    return f"{head}\n# {title}\n\n## Facts and lessons\n\n{''.join(items)}"
