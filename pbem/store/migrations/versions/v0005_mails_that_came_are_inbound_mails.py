"""The mails that came are called inbound mails, as in the code"""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

INDEXES = (("status", "arrived"), ("sender", "message_id"), ("sender", "body_hash"))


def upgrade() -> None:
    """To this version."""
    _rename("letter", "letter_id", "inbound_mail", "mail_id")


def downgrade() -> None:
    """Back to the version before."""
    _rename("inbound_mail", "mail_id", "letter", "letter_id")


def _rename(old: str, old_link: str, new: str, new_link: str) -> None:
    """Rename the table, the press's column that points to it, and all that is named after them."""
    with op.batch_alter_table("press", schema=None) as batch_op:
        batch_op.drop_constraint(f"fk_press_{old_link}_{old}", type_="foreignkey")
        batch_op.alter_column(old_link, new_column_name=new_link)
    for columns in INDEXES:
        op.drop_index(f"ix_{old}_{'_'.join(columns)}", table_name=old)
    op.rename_table(old, new)
    with op.batch_alter_table(new, schema=None) as batch_op:
        batch_op.drop_constraint(f"uq_{old}_source_server_id", type_="unique")
        batch_op.create_unique_constraint(f"uq_{new}_source_server_id", ["source", "server_id"])
        batch_op.drop_constraint(f"fk_{old}_game_id_game", type_="foreignkey")
        batch_op.create_foreign_key(f"fk_{new}_game_id_game", "game", ["game_id"], ["id"])
    for columns in INDEXES:
        op.create_index(f"ix_{new}_{'_'.join(columns)}", new, list(columns))
    with op.batch_alter_table("press", schema=None) as batch_op:
        batch_op.create_foreign_key(f"fk_press_{new_link}_{new}", new, [new_link], ["id"])
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"ALTER TABLE {new} RENAME CONSTRAINT pk_{old} TO pk_{new}")
        op.execute(f"ALTER SEQUENCE {old}_id_seq RENAME TO {new}_id_seq")
