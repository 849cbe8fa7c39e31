"""What happened in a window of time, as a digest that somebody who was not there can read.

`window` cuts time into local days, the `gather_*` modules say what each source of knowledge has of
a day, `render` writes the digest and `narrate` lets a model tell it. Every item is placed by its
own time, never by when its session began.
"""
