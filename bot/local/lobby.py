"""The lobby page of the browser table: which channel to look at, and how to begin. Plain HTML, no script."""

from __future__ import annotations

from html import escape

from bot.local.sample import EXAMPLES

STYLE = """
:root { color-scheme: light dark; --ink: #23242a; --paper: #f4f2ee; --card: #fff; --line: #d9d5cc; --link: #4a3aa8; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e7e5e0; --paper: #1d1e22; --card: #27282e; --line: #3b3c44; --link: #b3a8ff; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
main { max-width: 40rem; margin: 0 auto; }
h1 { font-size: 1.5rem; margin: .5rem 0; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
ul { list-style: none; margin: 0; padding: 0; }
li { margin: .4rem 0; }
li li { margin-left: 1.25rem; }
a { display: block; padding: .6rem .8rem; color: var(--link); background: var(--card); border: 1px solid var(--line);
    border-radius: .5rem; text-decoration: none; font-weight: 600; overflow-wrap: anywhere; }
a:hover, a:focus-visible { border-color: var(--link); }
code { font: .95em ui-monospace, monospace; background: var(--card); border: 1px solid var(--line);
       border-radius: .3rem; padding: .1rem .35rem; overflow-wrap: anywhere; }
.note { padding: .6rem .8rem; border-left: 4px solid var(--link); background: var(--card); }
"""


def page(
    channels: list[tuple[str, str, list[tuple[str, str]]]], people: list[tuple[str, str]], notice: str = ""
) -> str:
    """The page. Channels and people are (what is shown, its link); a channel carries its threads too."""
    listed = "".join(f"<li>{_link(shown, link)}{_threads(threads)}</li>" for shown, link, threads in channels)
    private = "".join(f"<li>{_link(shown, link)}</li>" for shown, link in people)
    examples = "".join(f"<li><code>{escape(line)}</code> {escape(does)}</li>" for line, does in EXAMPLES)
    told = f'<p class="note">{escape(notice)}</p>' if notice else ""
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mojo Table</title><style>{STYLE}</style></head>
<body><main>
<h1>Mojo Table</h1>
<p>The real bot at a table on this computer. Nothing leaves it, and no account is needed.</p>
{told}
<h2>Go to</h2>
<ul>{listed}</ul>
<h2>Private messages with the bot</h2>
<ul>{private}</ul>
<h2>How to begin</h2>
<ol>
<li>Open a channel above; it opens in a second tab, one place at a time.</li>
<li>Choose who you are under <b>Viewing as</b>: the gm, player1 or player2. Everybody shares this screen.</li>
<li>In <b>#tavern</b> (One-Roll), <b>#burrow</b> (Clan), <b>#vault</b> (Delve) and <b>#ring</b> (Traits) a fight waits
for you: press <b>My turn</b>, as player1, as player2, and as the gm for the creatures. <b>#table</b> is empty.</li>
<li>Where messages are written, type the first word of one of these; Enter chooses it from the list that opens.
Its options are filled in one by one, and Enter sends it. A whole line that is pasted is only a message.</li>
</ol>
<ul>{examples}</ul>
<p>A new thread appears here when this page is loaded again. Everything is kept until you start with
<code>--fresh</code>; Ctrl-C in the terminal ends the table.</p>
</main></body></html>
"""


def _link(shown: str, link: str) -> str:
    return f'<a href="{escape(link)}" target="mojo-table">{escape(shown)}</a>'


def _threads(threads: list[tuple[str, str]]) -> str:
    return "<ul>" + "".join(f"<li>{_link(*thread)}</li>" for thread in threads) + "</ul>" if threads else ""
