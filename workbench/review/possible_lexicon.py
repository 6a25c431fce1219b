"""The words by which two statements are told apart or held to say the same: English and Chinese lists."""

from __future__ import annotations

from typing import Final


def _each(text: str) -> list[str]:
    return text.split()


def _words(text: str) -> frozenset[str]:
    return frozenset(_each(text))


WEAK: Final = _words("""
    a about again all although always am an and any anymore are as at be because been being both but by
    can could currently did do does doing done each either else ensure even every exactly far for from get
    gets give gives go goes going got had happen happens has have having he her here hers his how however
    i in into is it its itself just keeps let lets like made make makes many may me much must my need
    needed needs now of on once one onto or our ours out own per please put really same see set shall she
    should simply so still since such sure take takes taken than that the their them then there these they
    this those though through thus to today use used uses using value very via want wants was we were what
    whatever where which who whom whose why will with within without work would yes yet you your s t d ll
    re ve allowed permitted allow allows permit able case way thing already instead any remember we'll
    it's that's there's approximately roughly around nearly almost stay stays stayed remain remains sit
    sits happen happens occur occurs come comes gone located sized rough everyone everything moment place
""")
"""Words that say nothing of what a statement is about."""

NEGATIONS: Final = _words("""
    no not never none nobody nothing neither nor cannot dont doesnt didnt isnt arent wasnt werent cant
    wont shouldnt mustnt hardly forbidden forbid forbids prohibited prohibits prohibit banned ban bans
    disallowed disallows avoid avoids refuse refuses lacks lack
""")
"""Words that turn round what their clause says. Those that end in ``n't`` do so too."""

TURNED: Final = dict(
    pair.split("/")
    for pair in _each("""
    disabled/enable disable/enable disables/enable disabling/enable inactive/active unsupported/support
    incompatible/compatible unsafe/safe invalid/valid unnecessary/necessary optional/require
    unavailable/available insecure/secure unstable/stable unreliable/reliable unencrypted/encrypt
    impossible/possible incorrect/correct unlimited/limit unsigned/sign untested/test fails/succeed
    fail/succeed failing/succeed excludes/include exclude/include excluded/include false/true
    rejects/accept reject/accept rejected/accept rejecting/accept denied/grant ignores/honour
    ignore/honour ignored/honour stops/continue stopped/continue
""")
)
"""Words that turn their clause round and stand for another word."""

SAME: Final = dict(
    (word, group.split("/")[0])
    for group in _each("""
    start/begin/launch/kick run/execute store/keep/retain/preserve/save/kept/hold
    delete/remove/drop/erase/purge repair/fix/mend fire/trigger short/brief/concise
    own/owner/belong/responsible postgres/postgresql postgre/postgresql rely/depend
    approve/approval/signoff reboot/restart use/usage encrypt/encryption
    require/necessary/mandatory/required database/db config/configuration/setting/settings
    directory/folder document/doc docs/documentation repository/repo application/app prod/production
    minute/minutes picture/image honour/respect/obey accept/take send/sent deploy/release/ship
    write/wrote/written customer/client error/failure finish/end/complete build/built
    check/verify/validate continue/proceed succeed/pass change/modify/alter staff/employees weekly/week
    daily/day login/signin colour/color authorise/authorize car/automobile holiday/vacation
    phone/telephone reply/answer/respond
""")
    for word in group.split("/")
)
"""Words and the one that stands for all of their meaning."""

POLES: Final = {
    word: (group.replace("/", "-"), side)
    for group in _each("""
    before/after least/most minimum/maximum min/max above/below more/less increase/decrease first/last
    ascending/descending left/right inside/outside open/closed fast/slow public/private
    synchronous/asynchronous manual/automatic manually/automatically light/dark short/long/detailed
    uppercase/lowercase hourly/daily/weekly/monthly/yearly/nightly morning/evening/afternoon/night
    early/late upper/lower top/bottom add/remove singular/plural faster/slower larger/smaller
    cheaper/dearer 至少/最多 大写/小写 增加/减少 手动/自动 同步/异步 公开/私有 升序/降序 浅色/深色
    之前/之后 每天/每周/每月/每小时/每年 早上/晚上/下午 上午/夜里 以内/以外 提前/推迟 更快/更慢 左侧/右侧
    左边/右边
""")
    for side, word in enumerate(group.split("/"))
}
"""Words of which a statement has one or another: the group, and which of it."""

APART: Final = _words("""
    staging production prod dev development test testing preview sandbox local remote ci mobile desktop
    tablet web backend frontend primary secondary replica legacy old new internal external inbound
    outbound input output incoming outgoing read write source target master slave client server guest
    admin arm x86 linux windows macos android ios north south east west upstream downstream public private
    english german french spanish chinese japanese adult adults child children small large medium minor
    major debug nightly weekly monthly daily
""")
"""Words that tell one thing from another of its sort."""

MARKS: Final = {
    **dict.fromkeys(
        _each("if when whenever unless during while except 如果 若 假如 除非 除了 除 一旦"), "condition"
    ),
    **dict.fromkeys(_each("also too additionally 也 还 还会"), "also"),
    **dict.fromkeys(_each("only solely 仅 只 只能"), "only"),
    **dict.fromkeys(_each("formerly previously 曾经 以前 过去 原来 原先"), "past"),
    **dict.fromkeys(
        _each("""
    might maybe perhaps plan plans planned planning consider considers considering proposal proposed
    propose proposes possibly probably would could hopefully rumour 计划 打算 可能 考虑 也许 建议 提议
    不一定
"""),
        "open",
    ),
    **dict.fromkeys(
        _each("some most many few several sometimes usually often rarely partly 有些 部分 大多 有时 通常"),
        "some",
    ),
}
"""Words that say how far a statement holds: under a condition, once, perhaps, in part, alone or beside more.

Where one of two has such a word and the other has not, they are not held against each other.
"""

VERBS: Final = _words("""
    is are was were has have had must should may can cannot will shall needs requires takes uses runs
    listens contains supports returns accepts expires starts ends begins lives holds keeps serves sends
    belongs owns prefers wants likes stores means gives gets makes works fails allows waits isn't aren't
    doesn't don't wasn't won't can't shouldn't mustn't does do did didn't stays costs stands sits lasts
    rejects opens closes lists shows reads writes ships sleeps retries weighs handles expects produces
    speaks go goes come comes need require take use run listen contain support return accept expire start
    end begin live hold keep serve send belong own prefer want like store mean give get make work fail
    allow wait cost last
""")
"""Words after which the subject of a sentence is over."""

NUMBERED: Final = _words("""
    step phase rule chapter item issue ticket task page line section sprint floor room pr bug server
    worker shard replica part stage level tier option case figure table appendix question lesson unit lane
    gate building build job run attempt invoice order request commit batch ring zone bay kiosk branch host
    printer route bus train flight platform terminal
""")
"""Nouns that a number after them makes the name of one thing."""

TAKES_VALUE: Final = _words(
    "use uses using called named prefer prefers choose chooses adopt adopts pick picks speaks write"
)
"""Words after which a name is the value."""

PLACED: Final = _words("""
    run runs running hosted deployed lives live stored kept written built based located defaults default
    set maintained owned managed led handled moved migrated switched assigned belongs formatted encoded
    saved backed served sits sit resides runs scheduled
""")
"""Words after which, with a preposition, a name is the value."""

PREPOSITIONS: Final = _words("on in at to by with from as into under behind")
ARTICLES: Final = _words("a an the our my your their its his her")
SINGLE: Final = _words("""
    default name owner primary preferred favourite favorite colour color timezone language format branch
    editor shell maintainer lead leader contact host region port path license licence currency encoding
    protocol database framework theme capital address manager author approver registrar provider supplier
    password head
""")
"""Nouns of which a thing has one."""
SORTS: Final = (
    _words("""
    english german french spanish italian chinese japanese korean dutch polish portuguese russian turkish
"""),
    _words("red blue green yellow orange purple black white grey gray pink brown"),
    _words("utc local"),
    _words("small medium large"),
)
"""Words of one sort, of which a thing has one."""
TURNS_ROUND: Final = _words(
    "reports manages leads supervises depends inherits precedes outranks blocks follows"
)
"""Verbs that hold one way round alone."""
OWNS: Final = _words("owns maintains leads manages approves chairs heads")
"""Verbs of which one has charge of a thing."""
