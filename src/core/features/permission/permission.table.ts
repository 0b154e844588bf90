import type { Generated } from 'kysely';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    consents: ConsentsTable;
    opt_outs: OptOutsTable;
    stopped_templates: StoppedTemplatesTable;
  }
}

export interface ConsentsTable {
  id: Generated<string>;
  company_id: CompanyId;
  lead_id: LeadId;
  channel: Generated<'sms'>;
  phone: string;
  method: 'widget' | 'verbal' | 'paper' | 'written';
  text: string;
  version: string;
  page_url: string | null;
  ip: string | null;
  user_agent: string | null;
  at: Date;
}

export interface OptOutsTable {
  id: Generated<string>;
  company_id: CompanyId | null;
  channel: MessageChannel;
  address: string;
  sender: string | null;
  source: 'reply' | 'carrier' | 'unsubscribe' | 'bounce' | 'complaint' | 'contractor' | 'soft_bounces';
  words: string | null;
  created_at: Date;
  lifted_at: Date | null;
}

/** A message template that carriers filter (T9), identified by the hash of its wording. */
export interface StoppedTemplatesTable {
  company_id: CompanyId;
  template_hash: string;
  code: string;
  at: Date;
}
