// Short rules to begin with: their names and texts.

const TAKE = `import grundy

# Take 1, 3 or 4 from a number; whoever cannot move loses.
@grundy.game
def take(n):
    for k in (1, 3, 4):
        if k <= n:
            yield n - k

print("Lost:", [n for n in range(40) if take[n].value() == 0])
[take[n].value() for n in range(40)]
`;

const QUEEN = `import grundy

# A queen goes left, down or diagonally towards the corner (Wythoff's game).
@grundy.game
def queen(square):
    a, b = square
    for k in range(1, max(a, b) + 1):
        if k <= a:
            yield a - k, b
        if k <= b:
            yield a, b - k
        if k <= min(a, b):
            yield a - k, b - k

grundy.value_table(queen, 9, 9)
`;

const DIGITS = `import grundy

# Subtract one of its digits from a number.
@grundy.game
def digits(n):
    for digit in set(str(n)) - {"0"}:
        yield n - int(digit)

(digits[47] + digits[31]).explain()
`;

/** @type {[string, string][]} */
export const EXAMPLES = [
  ["Take away", TAKE],
  ["Queen", QUEEN],
  ["Digits", DIGITS],
];
