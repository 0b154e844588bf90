import { sql } from 'kysely';
import type { LeadUpdateInput } from '#shared/features/leads/lead-edits.schema.ts';
import { AppError, type FieldErrors } from '#shared/primitives/app-error.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { memberIn } from '../../platform/db/requester.ts';
import type { LeadRow, LeadUpdate } from '../lead-rows/lead-rows.table.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';

type Field = keyof NonNullable<LeadUpdateInput['was']>;

/** The fields that a person may edit, each with its name, its stored value and its format. */
const FIELDS: {
  [F in Field]: {
    word: string;
    of: (lead: LeadRow) => string | number | null;
    show?: (lead: LeadRow) => string | null;
  };
} = {
  name: { word: 'name', of: ({ name }) => name },
  email: { word: 'email', of: ({ email }) => email },
  phone: { word: 'phone', of: ({ phone }) => phone, show: ({ phone }) => phone && formatPhone(phone) },
  address: { word: 'address', of: ({ address }) => address },
  zip: { word: 'ZIP', of: ({ zip }) => zip },
  perimeter: {
    word: 'feet',
    of: (lead) => lead.perimeter_ft,
    show: (lead) => (lead.perimeter_ft === null ? null : formatFeet(lead.perimeter_ft)),
  },
  materialId: { word: 'material', of: (lead) => lead.material_id, show: (lead) => lead.material_type },
  gateCount: { word: 'gates', of: (lead) => lead.gate_count },
  notes: { word: 'notes', of: ({ notes }) => notes, show: () => '' },
  source: { word: 'source', of: ({ source }) => source },
};
const list = new Intl.ListFormat('en-US', { type: 'conjunction' });
const NAMES = Object.keys(FIELDS) as Field[];

/**
 * Returns a description of a change, such as 'changed the phone to (208) 555-0172', 'changed the notes' or 'removed the
 * ZIP'.
 */
const changeOf = (field: Field, lead: LeadRow): string => {
  const { word, of, show } = FIELDS[field];
  const value = show ? show(lead) : of(lead);
  if (value === null) return `removed the ${word}`;
  return value === '' ? `changed the ${word}` : `changed the ${word} to ${value}`;
};

/**
 * Prevents two people who edit the same lead from overwriting each other's changes. `was` contains the values that the
 * person saw. Throws CONFLICT if the person changes a field whose stored value is no longer the one they saw. The error
 * names who changed the field and the new value. A field doesn't conflict if the person doesn't change it, or if they
 * change it to the stored value. If `was` isn't given, nothing is checked. The caller must lock the lead.
 */
export async function refuseStaleEdit(
  tx: CompanyTx,
  stored: LeadRow,
  { was = {}, ...input }: LeadUpdateInput,
): Promise<void> {
  const stale = NAMES.filter((field) => {
    const now = FIELDS[field].of(stored);
    return was[field] !== undefined && input[field] !== undefined && was[field] !== now && input[field] !== now;
  });
  if (stale.length === 0) return;
  const fields: FieldErrors = {};
  for (const field of stale)
    fields[field] = `${await whoChanged(tx, stored, field)} ${changeOf(field, stored)} while you were editing`;
  const [first = ''] = Object.values(fields);
  throw new AppError(`${first}. Save again to replace it with yours`, 'CONFLICT', { fields });
}

/**
 * Returns the name of the member who last changed a field, or 'You' if it was the requester. Returns 'Someone else' if
 * no member's change is recorded, because a homeowner's later widget request can also change fields.
 */
async function whoChanged(tx: CompanyTx, { company_id: companyId, id }: LeadRow, field: Field): Promise<string> {
  const { rows } = await sql<{ by: { userId: UserId; name: string } | null }>`
    select data -> 'by' as by from timeline_events
    where company_id = ${companyId} and lead_id = ${id} and kind = 'note' and data -> 'changed' ? ${field}
    order by at desc, id desc limit 1`.execute(tx);
  const by = rows[0]?.by;
  if (!by) return 'Someone else';
  return by.userId === memberIn(companyId)?.userId ? 'You' : by.name;
}

/** Records on the timeline which fields a person changed. Writes nothing if no value changed. */
export async function noteEdit(
  tx: CompanyTx,
  { before, changes, at }: { before: LeadRow; changes: LeadUpdate; at: Date },
): Promise<void> {
  const after = {
    ...before,
    ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
  };
  const changed = NAMES.filter((field) => FIELDS[field].of(before) !== FIELDS[field].of(after));
  if (changed.length === 0) return;
  const said = list.format(changed.map((field) => changeOf(field, after)));
  const text = `${said.slice(0, 1).toUpperCase()}${said.slice(1)}`;
  // Marked automatic, because an edit doesn't answer the homeowner.
  const data = { text, changed, automatic: true };
  await addTimelineEvent(tx, { companyId: before.company_id, leadId: before.id, kind: 'note', at, data });
}
