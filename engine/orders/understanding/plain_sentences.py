"""Sentences without words of structure: their pieces are put together."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from engine.core.decision import Refusal
from engine.core.messages import Message, message
from engine.core.messages import text as as_it_stands
from engine.orders.understanding.answers.amounts import Amounts
from engine.orders.understanding.answers.sides import Sides
from engine.orders.understanding.cutting.cutting_a_mail import Piece
from engine.orders.understanding.frames.reading_a_piece import WHEN
from engine.orders.understanding.interpreter_parts import MOST_PIECES, Mail, Parts
from engine.orders.understanding.joined_orders import answers_left_out, said_again
from engine.orders.understanding.joined_orders.one_list import in_one_list
from engine.orders.understanding.reading_types import Meaning, Reading, nothing
from engine.orders.understanding.settling import NOT_ALL, merged
from engine.orders.understanding.words.token import Token
from engine.orders.words.lexicon import Word, tokens

MOST_NEAR = 2
"""For how many pieces of a sentence orders near to them are looked up."""
MOST_WAYS = 8
CLOSE = 1.5
"""How much an order must have in common with a piece to be near to it."""
MOST_NAMED = 3
"""How many words of a piece may be a name."""
WHO = message("guess.who")
TO_OTHER = message("guess.to_other")
QUOTED = message("guess.quoted")
BESIDE_NO = message("guess.beside_no")


class Plain:
    """Reads sentences without words of structure, and adds what they mean to the mail."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.amounts = Amounts(parts.vocabulary, parts.senses, parts.language)
        language = parts.language
        more = (language.words(key) for key in ("adding", "again", "indefinite", "separators"))
        self._more = frozenset[Word]().union(*more)
        self._others, self._them = language.words("other_persons"), language.words("them")
        self._concluding = parts.language.words("concluding")
        self._of_them = language.phrases("of_them")
        self._articles = parts.language.words("articles")
        now = "|".join(parts.language.denied_now)
        self._denied_now = re.compile(rf"\b(?:{now})\b", re.IGNORECASE)
        self.sides = Sides(parts.vocabulary, parts.reader, parts.language, parts.cutter.bare)

    def read(self, mail: Mail, sentences: Sequence[str]) -> None:
        """Read sentences, first together those that give amounts or take sides."""
        for special in (self.amounts, self.sides):
            concerned = {text for text in sentences if special.concerns(text, mail.there)}
            sentences = [
                part
                for text in sentences
                for part in (self._parted(mail, text) if text in concerned else (text,))
            ]
            its = [text for text in sentences if special.concerns(text, mail.there)]
            if its and (meaning := special.read(". ".join(its), mail.there)):
                light = self.parts.words.questions[meaning.kind].light_words
                found = (self.parts.talk.doubted(text) for text in its)
                doubtful = (as_it_stands(word) for word in found if word and word not in light)
                clauses = (c for text in its for c in self.parts.telling.clauses(text))
                has = filter(None, map(self.parts.talk.has, clauses))
                having = (as_it_stands(words) for words in has)
                doubted = (
                    next(having, None)
                    or next(doubtful, None)
                    or (self._told(its) if special is self.amounts else None)
                )
                read = self.parts.reading(its[0], meaning, doubted)
                self.parts.take(mail, [read])
                return self._pieced(mail, [text for text in sentences if text not in its])
        return self._pieced(mail, sentences)

    def _told(self, sentences: Sequence[str]) -> Message | None:
        """A clause after the first that may only tell something: `The ships have other plans.`"""
        telling, talk = self.parts.telling, self.parts.talk
        clauses = [clause for text in sentences for clause in telling.clauses(text)][1:]
        told = (c for c in clauses if telling.is_told(c) and not talk.denies(tokens(c)))
        return next(map(as_it_stands, told), None)

    def _parted(self, mail: Mail, text: str) -> tuple[str, ...]:
        """A sentence, cut before an order that answers nothing: `an army, and 2 gold for Spain`."""
        for head, rest in self.parts.cutter.parted(text):
            way = self.parts.way_of(rest, mail)
            meanings = [meaning for _, _, meaning in way.parts]
            if meanings and all(m and not m.kind and not m.guessed for m in meanings):
                return head, rest
        return (text,)

    def _pieced(self, mail: Mail, sentences: Sequence[str]) -> None:
        """Read sentences by putting their pieces together."""
        pieces = [p for n, text in enumerate(sentences) for p in self.parts.pieces(text, n)]
        pieces = pieces[:MOST_PIECES]
        way = self.parts.way(pieces, mail.there, mail.before)
        for n, text in enumerate(sentences):
            parts = [part for part in way.parts if pieces[part[0]].sentence == n]
            covered = any(a < len(pieces) and pieces[b - 1].sentence >= n for a, b, _ in way.parts)
            if parts:
                last = pieces[parts[-1][1] - 1].sentence
                begun = {pieces[start].sentence for start, _, _ in way.parts}
                rest = [sentences[k] for k in range(n + 1, last + 1) if k not in begun]
                whole = " ".join([text, *rest])
                found = self._of_sentence(mail, text, pieces, parts)
                mail.found += [replace(reading, text=whole) for reading in found]
            elif not covered:
                vague = self.parts.is_vague(mail, text)
                mail.found.append(self.parts.unclear(mail, text) if vague else nothing(text))

    def _of_sentence(
        self,
        mail: Mail,
        text: str,
        pieces: Sequence[Piece],
        parts: Sequence[tuple[int, int, Meaning | None]],
    ) -> list[Reading]:
        """What a sentence means, by the meanings of its pieces."""
        parts, stays = self._without_staying(mail, pieces, parts)
        parts = self._without_announcement(self._without_bare_no(mail, pieces, parts), pieces)
        parts = said_again.without_counts_of_all(parts, pieces, self.parts.reader)
        meanings = [meaning for _, _, meaning in parts if meaning]
        unread = [at for at, _, meaning in parts if meaning is None]
        heads = {at for at in unread if self.parts.joiner.heads(pieces, at)}
        unread_ = [pieces[at] for at in unread if at not in heads]
        weighty = [
            piece
            for piece in unread_
            if self.parts.joiner.weighs(piece.tokens) or self._points(piece)
            if not (self._answers(mail) and self.parts.only_stays(piece.text, mail.there))
            if not said_again.counts_list(piece, meanings)
            if not (meanings and self.parts.likely_talk.is_likely(piece.text))
        ]
        excepted = self._say_all(pieces, parts) and any(map(self._leaves_some, unread_))
        if not meanings:
            strict = not isinstance(self.parts.vocabulary.split(text), Refusal)
            unclear = weighty or strict or self.parts.is_vague(mail, text)
            read = self.parts.unclear(mail, text) if unclear else nothing(text)
            if read.sort == "remark" and len(thing := self.parts.things(text)) == 1:
                mail.before.thing = str(next(iter(thing)))
            return [read]
        if any(self.sides.heads_another(pieces[at], mail.there) for at in unread):
            return [self.parts.reading(text, meaning, QUOTED) for meaning in meanings]
        if self._is_half_a_bid(mail, text, meanings):
            return [Reading(text, "unclear")]
        its = [piece for start, end, _ in parts for piece in pieces[start:end]]
        covered = " ".join(piece.text for piece in its)
        several = any(meaning.several for meaning in meanings)
        doubted = self._doubted(mail, text, covered, meanings)
        doubted = WHO if self._have_subjects(mail, pieces, parts) else doubted
        doubted = self._had(pieces, parts) or self._turned(pieces, parts) or doubted
        doubted = TO_OTHER if self._others_act(pieces, parts) else doubted
        denied = (pieces[at].text for at in heads if self._denies_orders(pieces[at]))
        doubted = next(map(as_it_stands, denied), None) or stays or doubted
        lacks = answers_left_out.names_left(pieces, heads, self.parts.words.signed)
        some = said_again.begins_with(pieces, parts, self._of_them)
        if lacks or some or answers_left_out.contradict(meanings, self.parts.actions):
            doubted = doubted or NOT_ALL
        if self.parts.talk.is_to_other(text, mail.there):
            gives = any(meaning.kind == "" for meaning in meanings)
            if not gives and any(meaning.guessed or meaning.several for meaning in meanings):
                return [nothing(text)]
            doubted = TO_OTHER
        more = several or said_again.counts_more(its, meanings, self.parts.reader)
        doubted = doubted or (NOT_ALL if more else None)
        meanings = self._without_echoes(said_again.with_doubts(meanings), pieces, parts)
        question = self.parts.words.question(mail.there.asked.kind) if mail.there.asked else None
        rows = said_again.rows(mail.there, question) if question and len(meanings) > 1 else {}
        meanings = said_again.named_by_number(meanings, rows)
        meanings = [meaning for meaning in meanings if not self._is_given(mail, meaning)]
        if len(meanings) > 1 and mail.there.asked and self._answers(mail):
            meanings = in_one_list(meanings, mail.there.asked.kind, self.parts.vocabulary.say)
        found = [self.parts.reading(text, meaning, doubted) for meaning in merged(meanings)]
        for meaning in meanings:
            mail.before = self.parts.joiner.after(mail.before, meaning)
        kinds = [meaning.kind for meaning in meanings]
        if several or not (excepted or any(self._is_more(mail, p, kinds) for p in weighty)):
            return found
        ways = self._with_near(mail, pieces, parts)
        left = tuple(as_it_stands(piece.text) for piece in weighty)
        why = message("guess.not_understood", pieces=left)
        if len(ways) > 1:
            return [Reading(text, "several", several=ways, guessed=(why,))]
        return [Reading(text, "proposal", tuple(ways[0].split("; ")), guessed=(why,))]

    def _without_staying(
        self,
        mail: Mail,
        pieces: Sequence[Piece],
        parts: Sequence[tuple[int, int, Meaning | None]],
    ) -> tuple[Sequence[tuple[int, int, Meaning | None]], Message | None]:
        """The parts without an order read from words that only say that forces stay: `use
        Mercenaries, the army stays at home`; and these words, if only they name their place.
        Without other orders, they may be one: `the new army stays at home`."""
        answers = self._answers(mail)
        stay = [
            end == at + 1
            and m is not None
            and (answers or bool(self._places(" ".join(m.lines))))
            and self.parts.only_stays(pieces[at].text, mail.there)
            for at, end, m in parts
        ]
        left = [m for no, (_, _, m) in zip(stay, parts, strict=True) if m and not no]
        if not any(stay):
            return parts, None
        said = [pieces[at].text for no, (at, _, _) in zip(stay, parts, strict=True) if no]
        if not (left or mail.ordered):
            return parts, None if answers else as_it_stands(said[0])
        named = self._places(" ".join(line for meaning in left for line in meaning.lines))
        new = (as_it_stands(text) for text in said if not self._places(text) <= named)
        both = zip(stay, parts, strict=True)
        return [(*part[:2], None if no else part[2]) for no, part in both], next(new, None)

    def _answers(self, mail: Mail) -> bool:
        """Whether a question is asked that is no action."""
        return mail.there.asked is not None and mail.there.asked.kind not in self.parts.actions

    def _places(self, text: str) -> set[object]:
        said = self.parts.senses.of_text(text)
        return {s.key for token in said for s in token.names_of(self.parts.reader.places)}

    def _without_announcement(
        self, parts: Sequence[tuple[int, int, Meaning | None]], pieces: Sequence[Piece]
    ) -> Sequence[tuple[int, int, Meaning | None]]:
        """The parts without pieces before a colon that have several meanings and count nothing, if
        a sure order comes after them: `Holland sets out: both fleets attack England`."""
        sure = (n for n, (_, _, m) in enumerate(parts) if m and not (m.guessed or m.several))
        last = max(sure, default=0)
        return [
            (start, end, meaning)
            for n, (start, end, meaning) in enumerate(parts)
            if not (n < last and meaning and meaning.several)
            or not self._announces(pieces[start:end])
        ]

    def _announces(self, pieces: Sequence[Piece]) -> bool:
        """Whether pieces before a colon name no forces, count nothing and deny nothing."""
        forces = self.parts.reader.forces
        said = [token for piece in pieces for token in piece.tokens]
        named = any(s.category in forces for token in said for s in token.senses)
        counted = any(t.number is not None or t.ordinal for t in said)
        denies = self.parts.talk.denies(token.word for token in said)
        return pieces[-1].heads and not (named or counted or denies)

    def _without_bare_no(
        self,
        mail: Mail,
        pieces: Sequence[Piece],
        parts: Sequence[tuple[int, int, Meaning | None]],
    ) -> Sequence[tuple[int, int, Meaning | None]]:
        """The parts without a mere `no` that would end a turn, if something of the game is beside
        it or if it takes back what was written: `no, an army in Bengal`, `nein, doch nicht`."""
        if mail.there.asked is None or mail.there.asked.kind not in self.parts.actions:
            return parts
        bare = [m is not None and self._is_bare_no(pieces[at:end]) for at, end, m in parts]
        if not any(bare):
            return parts
        if self.parts.talk.cancels(" ".join(piece.text for piece in pieces)):
            both = zip(bare, parts, strict=True)
            return [(*part[:2], None if no else part[2]) for no, part in both]
        beside = [
            pieces[n]
            for no, (at, end, _) in zip(bare, parts, strict=True)
            for n in range(at, end)
            if not no
        ]
        named = any(self._is_more(mail, piece) for piece in beside)
        strange = any(self.parts.joiner.weighs(piece.tokens) for piece in beside)
        return [
            part if not no or not part[2] else (*part[:2], _less_sure(part[2], named, strange))
            for no, part in zip(bare, parts, strict=True)
        ]

    def _is_bare_no(self, pieces: Sequence[Piece]) -> bool:
        """Whether pieces are only a no."""
        said = [token for piece in pieces for token in piece.tokens]
        no = self.parts.language.words("no")
        return any(t.word in no for t in said) and all(t.light or t.word in no for t in said)

    def _with_near(
        self,
        mail: Mail,
        pieces: Sequence[Piece],
        parts: Sequence[tuple[int, int, Meaning | None]],
    ) -> tuple[str, ...]:
        """What a sentence may mean: its orders, with or without those near its unread pieces."""
        ways: list[tuple[str, ...]] = [()]
        before, left = mail.before, MOST_NEAR
        for at, _, meaning in parts:
            if meaning:
                before = self.parts.joiner.after(before, meaning)
                ways = [(*way, *meaning.lines) for way in ways]
            elif left and self._is_more(mail, pieces[at]):
                left -= 1
                place = before.place
                near = self.parts.nearness.lines(pieces[at].text, mail.there, place, CLOSE)
                ways = [(*way, *more) for more in (*((line,) for line in near), ()) for way in ways]
        return tuple("; ".join(way) for way in ways)[:MOST_WAYS]

    def _is_half_a_bid(self, mail: Mail, text: str, meanings: Sequence[Meaning]) -> bool:
        """Whether a name and an amount are read as a gift during bids, without a `give`."""
        said, synonyms = set(tokens(text)), self.parts.words.grammar.synonyms
        verbs = (tokens(m.form.say)[0] for m in meanings if m.form and not m.kind)
        gifts = [said.isdisjoint({verb, *synonyms.get(verb, ())}) for verb in verbs]
        unsaid = bool(gifts) and all(gifts) and len(gifts) == len(meanings)
        return unsaid and self.sides.are_asked(mail.there)

    def _doubted(
        self, mail: Mail, text: str, covered: str, meanings: Sequence[Meaning]
    ) -> Message | None:
        """Why a sentence's orders are in doubt; None if they are not."""
        if theirs := self.parts.talk.of_theirs(text):
            return as_it_stands(theirs)
        if whom := self.parts.talk.asked_of(text, mail.there):
            return as_it_stands(whom)
        word = self.parts.talk.doubted(f"{text} {covered}")
        if word and not any(word in self.parts.words_of(meaning) for meaning in meanings):
            return as_it_stands(word)
        written = not isinstance(self.parts.vocabulary.split(text), Refusal)
        return NOT_ALL if not written and self.sides.puts(text, mail.there) else None

    def _had(
        self, pieces: Sequence[Piece], parts: Sequence[tuple[int, int, Meaning | None]]
    ) -> Message | None:
        """The words which show that a piece only tells what there is, though it was read as an
        order."""
        read = (n for at, end, meaning in parts if meaning for n in range(at, end))
        said = next(filter(None, (self.parts.talk.has(pieces[n].text) for n in read)), "")
        return as_it_stands(said) if said else None

    def _others_act(
        self, pieces: Sequence[Piece], parts: Sequence[tuple[int, int, Meaning | None]]
    ) -> bool:
        """Whether a piece that was read tells what somebody else does: `you buy 2 markers`."""
        acting = self.parts.words.acting
        actions = self.parts.actions
        said = (pieces[at].tokens[:2] for at, _, each in parts if each and each.kind in actions)
        return any(
            len(two) > 1 and two[0].word in self._others and not two[1].forms.isdisjoint(acting)
            for two in said
        )

    def _denies_orders(self, head: Piece) -> bool:
        """Whether the text before a colon says that the rest is no order, or not yet."""
        denies = self.parts.talk.denies(token.word for token in head.tokens)
        return denies and bool(self._denied_now.search(head.text))

    def _without_echoes(
        self,
        meanings: Sequence[Meaning],
        pieces: Sequence[Piece],
        parts: Sequence[tuple[int, int, Meaning | None]],
    ) -> list[Meaning]:
        """The meanings without those that only comment on the one before: `they are fine`, `so
        Banking it is`."""
        said = [
            {token.word for piece in pieces[start:end] for token in piece.tokens}
            for start, end, meaning in parts
            if meaning
        ]
        read = [start for start, _, meaning in parts if meaning]
        verbs = self.parts.words.acting - self.parts.senses.weak
        meanings = said_again.doubted_again(meanings, [pieces[start] for start in read], self._more)
        again, for_what = self._in_other_words(meanings, said), self.parts.reader.adjuncts
        for n, (one, more) in enumerate(pairwise(meanings)):
            acts = not verbs.isdisjoint(said[n + 1])
            again[n] = again[n] or (not acts and said_again.says_how_many(one, more))
        return [
            meaning
            for n, meaning in enumerate(meanings)
            if not again[n] and not (n and self._only_orders(pieces, parts, n, said))
            if not self._is_placed_by(meaning, meanings[n + 1 : n + 2], said[n : n + 2])
            if not (n and self._only_shares(meanings[n - 1], meaning, pieces, read[n - 1 :]))
            if not (n and self._only_ends_again(meanings[n - 1], meaning, said[n - 1 : n + 1]))
            if not (n and self._only_names_again(meanings[n - 1], meaning, pieces, read[n]))
            if not (n and self._says_otherwise(meanings[n - 1], meaning, pieces, read[n - 1 :]))
            if not (n and said_again.is_for(meanings[n - 1], meaning, pieces[read[n]], for_what))
            if not n
            or (meaning.kind in self.parts.actions and said[n] & said[n - 1] & verbs)
            or meaning.lines != meanings[n - 1].lines
            or said[n].isdisjoint(self.parts.reader.them)
            or (pieces[read[n]].joint and self.parts.joiner.repeats.says_again(said[n]))
        ]

    def _only_shares(
        self, before: Meaning, meaning: Meaning, pieces: Sequence[Piece], read: Sequence[int]
    ) -> bool:
        """Whether an order, without a number, only repeats the one before it for another force: `an
        army and a fleet attack France in India`."""
        piece = pieces[read[1]]
        if before.lines != meaning.lines or not (piece.joint and self._acts(piece.text)):
            return False
        counts = self._forces(" ".join(meaning.lines))
        first = pieces[read[0]].text
        return not counts and self._forces(first) and not self._acts(first)

    def _acts(self, text: str) -> bool:
        return any(t.forms & self.parts.words.acting for t in self._tokens(tokens(text)))

    def _forces(self, text: str) -> bool:
        said = self._tokens(tokens(text))
        return any(token.names_of(self.parts.reader.forces) for token in said)

    def _is_placed_by(
        self, meaning: Meaning, behind: Sequence[Meaning], said: Sequence[set[Word]]
    ) -> bool:
        """Whether the next order names the place of this one, which has none in its own words:
        `hire my mercenaries and station them in India`."""
        form = meaning.form
        if not behind or not form or behind[0].form != form or meaning.guessed:
            return False
        unsaid = {slot for slot, key in form.default.items() if meaning.values.get(slot) == key}
        other = {slot for slot, v in meaning.values.items() if behind[0].values.get(slot) != v}
        places = any(t.names_of(self.parts.reader.places) for t in self._tokens(said[0]))
        return bool(other) and other <= unsaid and not (places or said[1].isdisjoint(self._them))

    def _only_names_again(
        self, before: Meaning, meaning: Meaning, pieces: Sequence[Piece], at: int
    ) -> bool:
        """Whether a piece only names what was ordered right before it: `set up a bank: Banking`,
        `get the Turks on our side (Ottoman alliance)`."""
        piece, said = pieces[at], pieces[at - 1]
        same = meaning.lines == before.lines or (
            piece.bracketed and said_again.leaves_last_out(before, meaning, piece)
        )
        if not same or piece.joint or said.sentence != piece.sentence:
            return False
        acts = any(token.forms & self.parts.words.acting for token in piece.tokens)
        things = not self.parts.words.thing_keys.isdisjoint(meaning.choice)
        named = not acts and (said.heads or things)
        return piece.bracketed or named or said_again.is_number(piece, self._more)

    def _says_otherwise(
        self, before: Meaning, meaning: Meaning, pieces: Sequence[Piece], read: Sequence[int]
    ) -> bool:
        """Whether a piece repeats in other words what was ordered right before it, and does not
        order it once more: `claim the eastern sea, the East Med`, `stop paying the pikes, send them
        home`."""
        first, piece = pieces[read[0]], pieces[read[1]]
        if meaning.lines != before.lines or piece.joint or first.sentence != piece.sentence:
            return False
        names = [{t.word for t in each.tokens if t.senses} for each in (first, piece)]
        if len(piece.tokens) == 1 and not (names[1] or piece.joint):  # `..., Kolonisierung`
            acts = bool(piece.tokens[0].forms & self.parts.words.acting)
            return acts and piece.tokens[0].word not in {t.word for t in first.tokens}
        refers = any(token.word in self.parts.reader.them for token in piece.tokens)
        concludes = bool(piece.tokens) and piece.tokens[0].word in self._concluding
        if not concludes and (not (names[1] or refers) or names[0] & names[1]):
            return False
        if concludes:
            return not said_again.counts(piece, self._more - self._articles, (None, "both", 1))
        return not said_again.counts(piece, self._more, (None, "both"))

    def _only_ends_again(
        self, before: Meaning, meaning: Meaning, said: Sequence[set[Word]]
    ) -> bool:
        """Whether a piece only repeats in other words that something is over: `that's it, done`."""
        single = self.parts.words.question(meaning.kind).single
        bare = len(meaning.choice) == 1 and meaning.lines == before.lines and not single
        forms = before.form, meaning.form
        ends = bool(forms[1] and forms[1].now) or WHEN in meaning.guessed
        over = bool(forms[0] and forms[0].rest) and ends
        return over or (bare and said[0].isdisjoint(said[1]))

    def _turned(
        self, pieces: Sequence[Piece], parts: Sequence[tuple[int, int, Meaning | None]]
    ) -> Message | None:
        """The text that puts another order before the first one written; None if there is none."""
        read = [(start, end) for start, end, meaning in parts if meaning]
        said = [
            {token.word for piece in pieces[start:end] for token in piece.tokens}
            for start, end in read
        ]
        for n, (start, end) in enumerate(read[1:], 1):
            if self._only_orders(pieces, parts, n, said):
                named = {key for word in said[n] for key in self._keys({word})}
                other = not named <= set(self._keys(said[0]))
                text = " ".join(piece.text for piece in pieces[start:end])
                return as_it_stands(text) if other else None
        return None

    def _only_orders(
        self,
        pieces: Sequence[Piece],
        parts: Sequence[tuple[int, int, Meaning | None]],
        n: int,
        said: Sequence[set[Word]],
    ) -> bool:
        """Whether a piece only tells which order before it comes first: `..., ship first`."""
        start, end, _ = [part for part in parts if part[2]][n]
        tokens = [t for piece in pieces[start:end] for t in piece.tokens]
        named = {s.key for t in tokens for s in t.names}
        before = {key for words in said[:n] for key in self._keys(words)}
        small = all(t.light or t.senses or t.ordinal for t in tokens)
        return small and tokens[-1].ordinal == 1 and len(named) == 1 and named <= before

    def _keys(self, words: set[Word]) -> Iterator[str]:
        """The keys of what these words name, each by itself."""
        for token in self._tokens(words):
            yield from (sense.key for sense in token.names)

    def _tokens(self, words: Iterable[Word]) -> Sequence[Token]:
        return self.parts.senses.of(tuple(words))

    def _in_other_words(self, meanings: Sequence[Meaning], said: Sequence[set[Word]]) -> list[bool]:
        """For each meaning, whether it only repeats a denial before it in other words: `no attacks,
        done`."""
        denying = self.parts.reader.negations
        return [
            n > 0
            and len(meaning.choice) == 1
            and meaning.lines == meanings[n - 1].lines
            and not denying.isdisjoint(said[n - 1])
            and denying.isdisjoint(said[n])
            for n, meaning in enumerate(meanings)
        ]

    def _is_given(self, mail: Mail, meaning: Meaning) -> bool:
        """Whether a meaning is the answer that the line before it gives: `lose the fort. I need
        mine`."""
        if meaning.kind in ("", *self.parts.actions) or not mail.found:
            return False
        before = mail.found[-1]
        written = before.sort == "order" and before.lines == (before.text,)
        given = self.parts.vocabulary.order(before.text).steps if written else ()
        return bool(given) and [
            self.parts.vocabulary.order(line).steps for line in meaning.lines
        ] == [given]

    def _have_subjects(
        self,
        mail: Mail,
        pieces: Sequence[Piece],
        parts: Sequence[tuple[int, int, Meaning | None]],
    ) -> bool:
        """Whether units are named before the verb of another piece: they are its subject, unless
        the writer is named as its subject."""
        verbs = self.parts.words.acting
        for (start, end, meaning), (after, _, _) in pairwise(parts):
            said = {word for p in pieces[start:end] for t in p.tokens for word in t.forms}
            alone = said.isdisjoint(self.parts.joiner.acting)
            acts = meaning is not None and meaning.kind in self.parts.actions and alone
            following = [token for token in pieces[after].tokens if not token.light]
            if following and mail.there.is_own({s.key for s in following[0].senses}):
                following = following[1:]
            begins = bool(following) and (
                not following[0].forms.isdisjoint(verbs)
                or self.parts.talk.denies([following[0].word])
            )
            acting = any(not token.forms.isdisjoint(verbs) for token in following)
            if acts and pieces[after].joint and acting and not begins:
                return True
        return False

    def _say_all(
        self, pieces: Sequence[Piece], parts: Sequence[tuple[int, int, Meaning | None]]
    ) -> bool:
        """Whether the pieces that were read have a word such as `all`."""
        read = (pieces[n] for at, end, meaning in parts if meaning for n in range(at, end))
        everything = self.parts.senses.everything
        return any(token.word in everything for piece in read for token in piece.tokens)

    def _leaves_some(self, piece: Piece) -> bool:
        """Whether a piece tells how many are meant for something else: `but leave one there`."""
        return any(isinstance(token.number, int) for token in piece.tokens)

    def _points(self, piece: Piece) -> bool:
        """Whether a piece only points at a place, which the order beside it may lack."""
        return self.parts.joiner.repeats.points(tuple(token.word for token in piece.tokens))

    def _is_more(self, mail: Mail, piece: Piece, kinds: Collection[str] = ()) -> bool:
        """Whether a piece that was not read belongs to the order beside it, which answers one of
        these kinds of questions."""
        asked = {mail.there.asked.kind, *kinds} if mail.there.asked else set(kinds)
        if not asked.isdisjoint(self.parts.joiner.listing):
            everything = self.parts.senses.everything
            counts = any(t.number is not None or t.word in everything for t in piece.tokens)
            if counts or len(piece.tokens) <= MOST_NAMED:
                return True  # it may be a name in the list
        if self.parts.only_stays(piece.text, mail.there):
            return False
        said = tuple(token.word for token in piece.tokens)
        if self.parts.joiner.repeats.is_more_there(said) or self._points(piece):
            return True
        objects = {*self.parts.reader.places, *self.parts.words.things, *self.parts.words.forces}
        if any(t.names_of(objects) for t in piece.tokens):
            return True
        fixed = self.parts.senses.fixed
        if any(t.number is not None and not (t.weak or t.light) for t in piece.tokens):
            return True
        known = any(not t.light and (t.forms & fixed or t.number is not None) for t in piece.tokens)
        return known and not self.parts.talk.is_talk(piece.text, mail.there)


def _less_sure(no: Meaning, named: bool, strange: bool) -> Meaning | None:
    """What a mere `no` means beside something of the game, or beside unknown words."""
    if named:
        return None
    return replace(no, guessed=(*no.guessed, BESIDE_NO)) if strange else no
