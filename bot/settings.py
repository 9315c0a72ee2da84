"""What whoever hosts the bot may set, read from the environment or a `.env` file beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Environment variables of the same names in capitals. The token is never shown."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", frozen=True)

    discord_token: SecretStr | None = None
    """The bot's token from Discord's developer portal."""
    database_url: str = ""
    """An SQLAlchemy URL; left empty, SQLite in the data folder."""
    data_dir: Path = Path("data")
    """Where the database file lies."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """How much the log says."""

    live_delay: float = 1.0
    """Seconds in which the changes of one live message are gathered into one edit."""

    @property
    def database(self) -> str:
        """The database's URL."""
        return self.database_url or f"sqlite+aiosqlite:///{self.data_dir / 'mojo-table.db'}"
