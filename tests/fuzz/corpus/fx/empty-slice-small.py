def forward(self, x):
    a = x[slice()]
    return a
