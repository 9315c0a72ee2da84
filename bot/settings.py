"""What whoever hosts the bot may set, read from the environment or a `.env` file beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import BeforeValidator, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

SQLITE, POSTGRESQL = "sqlite+aiosqlite:///", "postgresql+asyncpg://"


def _upper(value: Any) -> Any:
    return value.upper() if isinstance(value, str) else value


class Settings(BaseSettings):
    """Environment variables of the same names in capitals; empty ones count as not set. The token is never shown."""

    model_config = SettingsConfigDict(env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True)

    discord_token: SecretStr | None = None
    """The bot's token from Discord's developer portal."""
    database_url: str = ""
    """An SQLAlchemy URL; left empty, SQLite in the data folder."""
    data_dir: Path = Path("data")
    """Where the database file lies."""
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_upper)] = "INFO"
    """How much the log says."""

    live_delay: float = Field(default=1.0, ge=0, le=60)
    """Seconds in which the changes of one live message are gathered into one edit, 0 to 60."""

    @field_validator("database_url")
    @classmethod
    def _known_kind(cls, url: str) -> str:
        if url and not url.startswith((SQLITE, POSTGRESQL)):
            raise ValueError(f"begin it with {SQLITE} or {POSTGRESQL}")
        return url

    @property
    def token(self) -> str:
        """The bot's token without blanks around it; empty if there is none."""
        return self.discord_token.get_secret_value().strip() if self.discord_token else ""

    @property
    def database(self) -> str:
        """The database's URL."""
        return self.database_url or f"{SQLITE}{self.data_dir / 'mojo-table.db'}"

    @property
    def database_shown(self) -> str:
        """The database for people to read: the file, or kind, host and name without user and password."""
        url = self.database
        if url.startswith(SQLITE):
            return url.removeprefix(SQLITE)
        parts = urlsplit(url)
        return f"postgresql at {parts.netloc.rpartition('@')[2]}{parts.path}"


def wrong_values(error: ValidationError) -> str:
    """Which variables of the environment cannot be used and what they would take, in one line, values left out."""
    return "; ".join(
        f"{'_'.join(str(part) for part in each['loc']).upper()}: {each['msg'].removeprefix('Value error, ')}"
        for each in error.errors(include_url=False, include_input=False, include_context=False)
    )
