import type { Generated } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    mail_bounces: MailBouncesTable;
  }
}

/** An email that bounced or was reported as spam (C26). */
export interface MailBouncesTable {
  id: Generated<string>;
  company_id: CompanyId;
  /** The email address in lowercase. */
  address: string;
  kind: 'hard' | 'soft' | 'complaint';
  code: string | null;
  source_id: string | null;
  at: Date;
}
