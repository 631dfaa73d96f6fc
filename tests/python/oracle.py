"""The patterns of words, the slow and obvious way."""


def wordle(guess, solution):
    """2 where the letter is right; of the others, from the left, 1 while the solution has copies."""
    marks = [2 if g == s else 0 for g, s in zip(guess, solution)]
    spare = [s for g, s in zip(guess, solution) if g != s]
    for place, letter in enumerate(guess):
        if marks[place] == 0 and letter in spare:
            spare.remove(letter)
            marks[place] = 1
    return code(marks)


def peaks(guess, solution):
    """0 where the solution's letter is earlier in the alphabet, 1 where it is the same, 2 where later."""
    return code([(s > g) - (s < g) + 1 for g, s in zip(guess, solution)])


def code(marks):
    return sum(mark * 3**place for place, mark in enumerate(marks))


RULES = {"wordle": wordle, "peaks": peaks}
