import { ROLE_LABEL } from '../team/role.words.ts';
import { TEAM_ROLES } from '../team/roles.rules.ts';

/** An entry of the audit log, as it's stored. */
export interface HistoryEntry {
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

const textIn = (values: HistoryEntry['before'], key: string): string => {
  const value = values?.[key];
  return typeof value === 'string' ? value : '';
};

const roleIn = (values: HistoryEntry['before']): string => {
  const role = TEAM_ROLES.find((one) => one === values?.['role']);
  return role === undefined ? 'member' : ROLE_LABEL[role].toLowerCase();
};

const someone = ({ before, after }: HistoryEntry): string =>
  textIn(after, 'email') || textIn(before, 'email') || 'someone';

const WORDS: Readonly<Record<string, (entry: HistoryEntry) => string>> = {
  'team.invited': (entry) => `Invited ${someone(entry)} as ${roleIn(entry.after)}`,
  'team.invitation_revoked': (entry) => `Withdrew the invitation for ${someone(entry)}`,
  'team.joined': (entry) => `Joined the team as ${roleIn(entry.after)}`,
  'team.role_set': (entry) => `Changed ${someone(entry)} from ${roleIn(entry.before)} to ${roleIn(entry.after)}`,
  'team.removed': (entry) => `Removed ${someone(entry)} from the team`,
  'team.left': () => 'Left the team',
  'data.export_requested': () => 'Started an export of all data',
  'company.deletion_requested': () => 'Asked to delete the company',
  'company.deletion_canceled': () => 'Canceled the deletion of the company',
  'lead.erased': () => 'Erased a homeowner from a lead',
  'data.export_downloaded': () => 'Downloaded an export of all data',
  'company.sms_set': () => 'Changed the text settings',
  'company.texts_resumed': () => 'Resumed texts',
  'company.free_access_granted': () => 'Granted free access',
  'company.free_access_revoked': () => 'Ended free access',
};

/** Returns what happened, in plain words. Actions of a later version are shown by their name. */
export const historyText = (entry: HistoryEntry): string =>
  WORDS[entry.action]?.(entry) ?? entry.action.replace(/^.*\./, '').replaceAll('_', ' ');

/** Whether a member of the company did it. Otherwise, an admin of the platform did. */
export const isByMember = (action: string): boolean =>
  !action.startsWith('company.') || action.startsWith('company.deletion');
