def forward(self, x):
    a = [x, x]
    b = [a, a]
    c = [b, b, a]
    d = {"k": (c, c)}
    e = f([d, d], [e, d])
    return [d, c]
