"""What words of Chinese sentences do: those that negate, those that look so, those without content."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from workbench.review.possible_lexicon import MARKS, POLES

HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7af"
"""The characters of scripts that write no spaces, as a character class has them."""

_NEGATIONS = """
    从不 从未 从来不 决不 绝不 不再 不要 不能 不会 不需要 不需 不用 不得 不应该 不应 不必 不准 不许 不可以
    不可 不允许 不宜 没有 禁止 无需 无须 严禁 避免 切勿 请勿 并非 不 没 别 勿 未
"""
_TURNED = "关闭 停用 禁用"
_TURNED_BACK = "打开 开启 启用"
_NO_CONTENT = """
    不得不 不过 不要忘记 不要忘了 别忘记 别忘了 别忘 不管 不论 无论 的 了 在 和 与 及
    会 要 应 应该 必须 务必 需要 可以 允许 能 能够 请 把 被 将 对 于 都 就 还 总是 始终 一直 一定 才 再
    先 已 已经 目前 现在 当前 中 里 个 这 那 其 之 所 而 并 且 或 到 从 给 让 有 进行 吧 呢 啊 我们 大家
    所有 全部 但是 但 还是 因此 所以 每次 每 需 须 必 得 共 约
"""
_VALUE = """
    使用 采用 改用 用 是 为 叫 默认为 部署在 运行在 存在 住在 来自 叫做 名叫 放在 写在
    位于 负责人是 由 设为 改为 改成 选择 偏好 喜欢
"""
_WHOLE = """
    站会 例会 周会 晨会 晚会 开会 大会 协会 机会 删除 清除 去除 解除 排除 除法 只有 还款 还原 部署 部门
    不同 不断 不久 不少 不锈钢 不足 别的 别人 特别 级别 区别 类别 分别 差别 识别 个别 性别 告别 没收 未来
    未读 非常 用户 应用 费用 通用 作用 信用 占用 专用 公用 可用 调用 引用 因为 作为 行为 认为 以为 是否
    前端 后端 前台 后台 中文 中间 中心 先后 会议 会话 会员 社会 要求 重要 摘要 主要 对象 对话 对比 能力
    功能 性能 目的 目标 存在感 于是 所在 个人 个性 应答 响应 得到 部分 机会 有效 所有者 所有权 里程 之间
    将来 授权 还书 借还 归还 偿还 到期 到达 到馆 迟到 收到 约定 预约 节约 必要 需求 只读 请求 申请 与会
    名称 从库 主从 每日 并行 并发 合并 且慢 或者 请假
"""
_BOUNDS = {
    "不超过": "至多",
    "不少于": "至少",
    "不低于": "至少",
    "不高于": "至多",
    "不多于": "至多",
    "不晚于": "至多",
}

Does = tuple[str, str]
"""What a word does, and its word.

It ``negates``, ``turns`` its clause, tells a clause ``apart``, says ``nothing``, comes before a ``value``,
is one ``pole`` of several, a ``mark`` of what holds in part, or ``content``.
"""

DOES: Final[dict[str, Does]] = {
    **dict.fromkeys(_NO_CONTENT.split(), ("nothing", "")),
    **dict.fromkeys(_VALUE.split(), ("value", "")),
    **dict.fromkeys(_NEGATIONS.split(), ("negates", "")),
    **dict.fromkeys(_TURNED.split(), ("turns", "启用")),
    **dict.fromkeys(_TURNED_BACK.split(), ("content", "启用")),
    **{word: ("content", word) for word in _WHOLE.split()},
    **{word: ("nothing", to) for word, to in _BOUNDS.items()},
    **{word: ("pole", word) for word in POLES if not word.isascii()},
    **{word: ("mark", word) for word in MARKS if not word.isascii()},
    "不仅": ("mark", "也"),
    "不但": ("mark", "也"),
    "不只": ("mark", "也"),
    "不光": ("mark", "也"),
    "不总是": ("mark", "部分"),
    "不都": ("mark", "部分"),
    "并非所有": ("mark", "部分"),
    "上线": ("content", "发布"),
    "清理": ("content", "清空"),
    "清除": ("content", "清空"),
    "人工": ("content", "手动"),
    "存放": ("content", "保留"),
    "负责人": ("content", "负责"),
    "记得": ("nothing", ""),
    "定在": ("nothing", ""),
    "举行": ("nothing", ""),
    "安排在": ("nothing", ""),
    "而不是": ("apart", ""),
    "而非": ("apart", ""),
    "保存在": ("content", "保留"),
    "存储": ("content", "保留"),
    "保存": ("content", "保留"),
    "留存": ("content", "保留"),
    "开始": ("content", "启动"),
    "移除": ("content", "删除"),
    "每晚": ("content", "每夜"),
    "运行": ("content", "执行"),
    "不支持": ("turns", "支持"),
}


def _by_first(words: Iterable[str]) -> str:
    """An expression for the longest of the words that stands at a place, cheap where none begins."""
    ends: dict[str, list[str]] = {}
    for word in sorted(words, key=lambda word: (-len(word), word)):
        ends.setdefault(word[0], []).append(word[1:])
    branches = "|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in ends.items())
    return f"(?=[{''.join(ends)}])(?:{branches})"


WORDS: Final = _by_first(DOES)
"""All of them as an expression: at each place the longest."""
_ANY: Final = re.compile(WORDS)
_RUN: Final = re.compile(f"[{HAN}]+")
_NUMBERS: Final = "零一二三四五六七八九"
_MEASURES: Final = "次|天|小时|分钟|秒|周|月|年|点|台|条|份|倍|种|人|名|位|本|册|层|楼|页|元|遍|兆"
_MEASURED: Final = re.compile(f"[零一二两三四五六七八九十百]{{1,6}}(?=个?(?:{_MEASURES}))")


_SPACED: Final = re.compile(rf"(?<=\d)[ ]+(?=[{HAN}])|(?<=[{HAN}])[ ]+(?=\d)")
_NOT_BEFORE: Final = re.compile(rf"([{HAN}]{{1,12}}?)(?:之前|以前|前)[，,]?(?:不要|不能|不得|不可|别|禁止)")


def with_digits(text: str) -> str:
    """The text with its Chinese numbers before a measure word in digits."""
    return _MEASURED.sub(lambda match: str(_number(match[0])), text)


def rewritten(text: str) -> str:
    """The text with numbers in digits, without spaces beside these; what must not be before is after."""
    return _NOT_BEFORE.sub(r"\1之后", with_digits(_SPACED.sub("", text)))


def pairs(text: str) -> list[str]:
    """The pairs of characters that are left once words without content are gone."""
    rest = "".join(_RUN.findall(with_digits(text)))
    content = _ANY.sub(lambda match: _content(match[0]), rest)
    return [content[at : at + 2] for at in range(len(content) - 1)] or ([content] if content else [])


def _content(word: str) -> str:
    does, stands_for = DOES[word]
    return stands_for if does in ("content", "turns") else ""


def _number(digits: str) -> int:
    total, last = 0, 0
    for digit in digits.replace("两", "二"):
        if digit in "十百":
            total, last = total + (last or 1) * (10 if digit == "十" else 100), 0
        else:
            last = _NUMBERS.index(digit)
    return total + last
