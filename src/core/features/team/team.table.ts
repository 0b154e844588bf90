import type { Generated, Selectable } from 'kysely';
import type { TeamRole } from '#shared/features/team/roles.rules.ts';
import type { CompanyId, InvitationId, UserId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    invitations: InvitationsTable;
  }
}

/** Instants of the business clock. One open invitation per company and email. */
export interface InvitationsTable {
  id: Generated<InvitationId>;
  company_id: CompanyId;
  /** Lower case. */
  email: string;
  role: TeamRole;
  /** SHA-256 of the token in hex; only the email has the token. */
  token_hash: string;
  invited_by: UserId | null;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  revoked_at: Date | null;
}

export type InvitationRow = Selectable<InvitationsTable>;
