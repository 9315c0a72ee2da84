"""Run by Alembic: brings the connection that `storage.schema` hands over up to date, in its transaction."""

from alembic import context

from storage.models import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
