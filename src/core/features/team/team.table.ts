import type { Generated, Selectable } from 'kysely';
import type { TeamRole } from '#shared/features/team/roles.rules.ts';
import type { CompanyId, InvitationId, UserId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    invitations: InvitationsTable;
  }
}

/** Invitations. Times follow the business clock. A company has at most one open invitation per email address. */
export interface InvitationsTable {
  id: Generated<InvitationId>;
  company_id: CompanyId;
  /** In lowercase. */
  email: string;
  role: TeamRole;
  /** The token's SHA-256 hash in hex. Only the email contains the token itself. */
  token_hash: string;
  invited_by: UserId | null;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  revoked_at: Date | null;
}

export type InvitationRow = Selectable<InvitationsTable>;
