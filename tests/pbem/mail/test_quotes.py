"""What is the person's own in a mail, case by case, and what was changed in the order block."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.quotes import Sifted, edited, sift
from pbem.mail.text import plain_lines

SENT = ("# attack Britain in Caribbean", "# pass both")


def sifted(text: str) -> Sifted:
    return sift(plain_lines(text))


@pytest.mark.parametrize(
    "attribution",
    [
        "On Thu, 26 Nov 2026 at 12:12, Friday Campaigns <games@example.org> wrote:",
        "On 11/26/26 12:12 PM, Friday Campaigns wrote:",
        "Am 26.11.26 um 12:12 schrieb Friday Campaigns:",
        "Friday Campaigns <games@example.org> schrieb am Do., 26. Nov. 2026, 12:12:",
        "Le 26/11/2026 à 12:12, Friday Campaigns a écrit :",
        "El 26/11/26 a las 12:12, Friday Campaigns escribió:",
        "Il 26/11/26 12:12, Friday Campaigns ha scritto:",
        "Op 26-11-2026 om 12:12 schreef Friday Campaigns:",
        "Em 26/11/2026 12:12, Friday Campaigns escreveu:",
        "Den tors 26 nov. 2026 kl 12:12 skrev Friday Campaigns <games@example.org>:",
        "Dne 26.11.2026 12:12, Friday Campaigns napsal(a):",
        "Dňa 26. 11. 2026 o 12:12 Friday Campaigns napísal(a):",
        "W dniu 26.11.2026 o 12:12, Friday Campaigns pisze:",
        "26.11.2026 12:12, Friday Campaigns пишет:",
        "26.11.2026 12:12, Friday Campaigns пише:",
        "26.11.2026 12:12 keltezéssel, Friday Campaigns írta:",
        "Pe 26.11.2026 12:12, Friday Campaigns a scris:",
        "to 26. marrask. 2026 klo 12.12 Friday Campaigns (games@example.org) kirjoitti:",
        "Στις 26/11/2026 12:12 μ.μ., Friday Campaigns έγραψε:",
        "26.11.2026 12:12 tarihinde Friday Campaigns yazd\u0131:",
        "2026/11/26 12:12、Friday Campaigns のメール:",
        "在 2026/11/26 12:12, Friday Campaigns 写道:",
        "2026. 11. 26. 12:12에 Friday Campaigns 이(가) 작성:",
        "* Friday Campaigns <games@example.org> [2026-11-26 12:12]:",
        "2026-11-26 12:12 GMT+01:00 Friday Campaigns <games@example.org>:",
    ],
)
def test_an_attribution_above_a_quote_is_not_the_persons(attribution: str):
    assert sifted(f"pass\n\n{attribution}\n> SPAIN\n\nfight").own == ("pass", "fight")


@pytest.mark.parametrize(
    "line",
    [
        "if it arrives:",
        "else: build navy in Caribbean",
        "at sea: decline",
        "On to India: attack Britain",
        "to: France",
        "from India move army to Africa",
        "- attack Britain",
        "-> India",
        "* pass",
        "I wrote to Austria: they come",
        "Sent my army home",
    ],
)
def test_an_order_that_looks_like_a_mails_furniture_stays(line: str):
    assert sifted(f"fight\n{line}\n> SPAIN\n> your turn\n").own == ("fight", line)


def test_the_same_holds_where_nothing_is_quoted():
    assert sifted("if it arrives:\nmove army A to B\nelse:\nbuild navy").own == (
        "if it arrives:",
        "move army A to B",
        "else:",
        "build navy",
    )


def test_an_attribution_ends_the_mail_where_the_quote_bears_no_marks():
    text = "pass\n\nOn Thu, 26 Nov 2026, Friday Campaigns wrote:\nSPAIN\nclaim Banking"
    assert sifted(text).own == ("pass",)


HEADERS = {
    "bulgarian": "От, Изпратено, До, Относно",
    "chinese": "发件人, 发送时间, 收件人, 主题",
    "chinese of taiwan": "寄件者, 寄件日期, 收件者, 主旨",
    "croatian": "Šalje, Datum, Prima, Predmet",
    "czech": "Od, Odesláno, Komu, Předmět",
    "danish": "Fra, Sendt, Til, Emne",
    "dutch": "Van, Verzonden, Aan, Onderwerp",
    "english": "From, Sent, To, Subject",
    "finnish": "Lähettäjä, Lähetetty, Vastaanottaja, Aihe",
    "french": "De, Envoyé, À, Objet",
    "german": "Von, Gesendet, An, Betreff",
    "greek": "Από, Στάλθηκε, Προς, Θέμα",
    "hungarian": "Feladó, Elküldve, Címzett, Tárgy",
    "italian": "Da, Inviato, A, Oggetto",
    "japanese": "差出人, 送信日時, 宛先, 件名",
    "korean": "보낸 사람, 보낸 날짜, 받는 사람, 제목",
    "latvian": "No, Nosūtīts, Kam, Tēma",
    "norwegian": "Fra, Dato, Til, Emne",
    "polish": "Od, Wysłano, Do, Temat",
    "portuguese": "De, Enviado, Para, Assunto",
    "romanian": "De la, Trimis, Către, Subiect",
    "romanian of apple": "Expeditorul, Dată, Destinatarul, Subiectul",
    "russian": "От, Отправлено, Кому, Тема",
    "russian of apple": "Отправитель, Дата, Кому, Тема",
    "slovak": "Od, Odoslané, Komu, Predmet",
    "spanish": "De, Enviado el, Para, Asunto",
    "swedish": "Från, Skickat, Till, Ämne",
    "thai": "จาก, ส่ง, ถึง, เรื่อง",
    "turkish": "Gönderen, Gönderildi, Kime, Konu",
    "turkish of apple": "Kimden, Tarih, Kime, Konu",
    "ukrainian": "Від, Надіслано, Кому, Тема",
    "ukrainian of apple": "Від кого, Дата, Кому, Тема",
}


@pytest.mark.parametrize("language", HEADERS)
@pytest.mark.parametrize("form", ["{}: x@example.org\n", "*{}:* x@example.org\n", "{} : x "])
def test_header_lines_of_all_languages_end_the_mail(language: str, form: str):
    block = "".join(form.format(label) for label in HEADERS[language].split(", "))
    text = f"pass\n\n{block}\n\nclaim Banking\n--- orders a b c ---\nfight\n--- end ---"
    assert sifted(text) == Sifted(("pass",), frozenset(), ("fight",), "a b c", ("pass",))


@pytest.mark.parametrize(
    "line",
    [
        "----- Forwarded Message ----- From: Friday <games@example.org>To: x@example.org",
        "-------- Message transféré --------",
        "Začátek přeposílané zprávy:",
        "----- Пересылаемое сообщение ----- От: Friday Campaigns <games@example.org>",
        "-------- İletilen İleti --------",
        "-----Alkuperäinen viesti-----",
    ],
)
def test_the_line_above_a_forwarded_mail_ends_ones_own(line: str):
    assert sifted(f"pass\n{line}\nclaim Banking").own == ("pass",)


@pytest.mark.parametrize(
    "text",
    [
        "from: India\nto: Africa\nmove army",
        "From India: attack. To be sure: fight. Date: today.",
        "Original message to France: peace",
        "do: attack\npara: fight\nod: pass",
        "No: I do not join.\nTo: India",
    ],
)
def test_orders_with_colons_are_no_header(text: str):
    assert sifted(f"pass\n{text}").own == ("pass", *text.split("\n"))


def test_a_long_line_and_the_small_one_below_may_be_one():
    long = "I slept on it and talked about it with a friend, and I decided not to"
    assert sifted(f"{long}\ncolonize\nfight").broken == {(long, "colonize")}
    assert not sifted(f"{long}\n> quoted\ncolonize").broken


def test_a_report_without_marks_below_an_attribution_is_quoted_also_with_nothing_above():
    text = (
        "On Thu, 26 Nov 2026, Friday Campaigns wrote:\nclaim Banking\n"
        "--- orders a b c ---\npass\n--- end ---\nclaim Banking"
    )
    assert sifted(text) == Sifted((), frozenset(), ("pass",), "a b c")


def test_the_signature_ends_at_the_quote_below_it():
    assert sifted("pass\n-- \nSpain\nclaim Banking\n> SPAIN\nfight").own == ("pass", "fight")


@pytest.mark.parametrize(
    "head",
    [
        "--- orders soe1 spain w41 ----------",
        "--- orders soe1 spain w41",
        "--- ORDERS soe1 spain w41 ---",
        "\u2014- orders soe1 spain w41 \u2014\u2014",
        "\u2014 orders soe1 spain w41 \u2014",
        "> > --- orders soe1 spain w41 ---",
    ],
)
def test_the_heading_of_a_block_is_known_as_mail_programs_change_it(head: str):
    marks = "> > " if head.startswith(">") else ""
    found = sifted(f"{head}\n{marks}pass\n{marks}\u2014 end \u2014\u2014\n{marks}claim Banking")
    assert (found.head, found.block) == ("soe1 spain w41", ("pass",))


def test_rules_and_blanks_within_a_block_are_no_lines_of_it():
    found = sifted("> --- orders a b c ------\n> -----\n>\n>   # pass\n> ...\n> --- end ---")
    assert found.block == ("# pass",)


def test_of_two_blocks_the_one_less_quoted_counts_then_the_first():
    block = "--- orders a b c ---\n{0}\n--- end ---\n"
    deep = "> " + block.format("one").strip().replace("\n", "\n> ") + "\n"
    assert sifted(deep + block.format("two") + block.format("three")).block == ("two",)


def test_a_block_is_not_read_as_the_persons_lines_too():
    assert sifted("pass\n--- orders a b c ---\nfight\n--- end ---\nstand").own == ("pass", "stand")


def test_an_unedited_block_changes_nothing():
    assert edited(SENT, SENT) == ()
    assert edited(["  #  attack  Britain in Caribbean "], SENT) == ()


def test_lines_freed_of_their_mark_changed_or_added_are_edited():
    back = ["attack Britain in India", "# pass both", "fight", "fight", "#claim Banking", ""]
    assert edited(back, SENT) == ("attack Britain in India", "fight", "fight")


def test_a_line_as_sent_counts_once():
    assert edited(["pass", "pass"], ["pass"]) == ("pass",)


@given(st.lists(st.sampled_from([*SENT, "pass", "# x", "", "fight"])))
def test_what_was_sent_is_never_edited(lines: list[str]):
    assert edited(lines, lines) == ()


@given(st.lists(st.text("ab#> -:@1\n", max_size=12), max_size=12))
def test_no_line_is_both_quoted_and_the_persons(lines: list[str]):
    text = "\n".join(lines)
    assert not any(line.startswith(">") for line in sifted(text).own)


def test_what_is_passed_on_keeps_blank_lines_and_rules():
    found = sifted("\nOne.\n\n* * *\nTwo.\n\n> quoted\n\n-- \nme")
    assert found.prose == ("One.", "", "* * *", "Two.")
    assert found.own == ("One.", "Two.")


def test_where_a_block_stands_among_the_persons_lines_is_told():
    block = "--- orders soe1 spain w1 ---\npass\n--- end ---"
    assert sifted(f"\nOne.\n\n{block}\nTwo.").block_at == 2
    assert sifted(f"One.\n{block}").block_at == 1
    assert sifted(f"One.\n\nOn 1 Dec 2026, X wrote:\n\n{block}").block_at is None
    assert sifted("One.\n" + block.replace("-", "> -", 1).replace("\n", "\n> ")).block_at is None
