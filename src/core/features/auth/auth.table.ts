import type { Generated } from 'kysely';
import type { AvatarType, CodePurpose, Role } from '#shared/features/auth/auth.schema.ts';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    users: UsersTable;
    sessions: SessionsTable;
    auth_codes: AuthCodesTable;
    recovery_codes: RecoveryCodesTable;
    user_avatars: UserAvatarsTable;
    user_roles: UserRolesTable;
  }
}

export interface UsersTable {
  id: Generated<UserId>;
  email: string;
  name: string;
  avatar_url: string | null;
  password_hash: string | null;
  /**
   * Null while the email address is unconfirmed. An unconfirmed account only reserves the email address and can't open
   * a session.
   */
  email_verified_at: Date | null;
  google_sub: string | null;
  totp_sealed: string | null;
  totp_pending_sealed: string | null;
  totp_last_step: number | null;
  /** Incremented whenever a new password is set, which invalidates earlier device cookies. */
  device_epoch: Generated<number>;
  /**
   * The company that the user chose to work for. If null, they work for their own company or, if they don't have one,
   * the company they joined first.
   */
  active_company_id: CompanyId | null;
  created_at: Generated<Date>;
}

export interface SessionsTable {
  id: string;
  user_id: UserId;
  expires_at: Date;
  created_at: Generated<Date>;
  public_id: Generated<string>;
  user_agent: Generated<string>;
  last_seen_at: Generated<Date>;
}

/**
 * An emailed code or link, or a sign-in that is waiting for its second factor. Stores only hashes. Uses wall-clock
 * time.
 */
export interface AuthCodesTable {
  id: Generated<string>;
  user_id: UserId;
  purpose: CodePurpose;
  code_hash: string | null;
  code_expires_at: Date | null;
  token_hash: string | null;
  token_expires_at: Date | null;
  attempts: Generated<number>;
  target: string | null;
  browser_hash: string | null;
  created_at: Generated<Date>;
}

export interface RecoveryCodesTable {
  user_id: UserId;
  code_hash: string;
}

export interface UserAvatarsTable {
  id: Generated<string>;
  user_id: UserId;
  content_type: AvatarType;
  content: Buffer;
}

export interface UserRolesTable {
  user_id: UserId;
  role: Role;
  created_at: Generated<Date>;
}
