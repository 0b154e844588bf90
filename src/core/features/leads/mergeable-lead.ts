import type { Mergeable } from '#shared/features/leads/merge.rules.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';

/** The lead columns that the merge rules need. */
export const MERGEABLE = [
  'name',
  'email',
  'phone',
  'address',
  'zip',
  'perimeter_ft',
  'gate_count',
  'material_id',
  'material_type',
  'quote_cents',
  'measured',
  'notes',
] as const;

type MergeableColumns = Pick<LeadRow, (typeof MERGEABLE)[number]>;

export const toMergeable = (lead: MergeableColumns): Mergeable => ({
  name: lead.name,
  email: lead.email,
  phone: lead.phone,
  address: lead.address,
  zip: lead.zip,
  perimeter: lead.perimeter_ft,
  gateCount: lead.gate_count,
  materialId: lead.material_id,
  materialType: lead.material_type,
  quoteCents: lead.quote_cents,
  measured: lead.measured,
  notes: lead.notes,
});

export const fromMergeable = (values: Mergeable): MergeableColumns => ({
  name: values.name,
  email: values.email,
  phone: values.phone,
  address: values.address,
  zip: values.zip,
  perimeter_ft: values.perimeter,
  gate_count: values.gateCount,
  material_id: values.materialId as LeadRow['material_id'],
  material_type: values.materialType,
  quote_cents: values.quoteCents,
  measured: values.measured,
  notes: values.notes,
});
