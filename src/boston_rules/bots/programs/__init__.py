"""Players that are programs in any language: lines of JSON over two pipes."""

from boston_rules.bots.programs.bot import ProgramBot

__all__ = ["ProgramBot"]
