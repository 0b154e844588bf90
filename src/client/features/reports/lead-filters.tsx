import { sourceLabel } from '#shared/features/leads/source.rules.ts';
import { trpc } from '../../lib/trpc.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/input.tsx';
import type { ReportsAddress } from './reports-address.ts';

interface Choice {
  value: string;
  name: string;
}

interface FilterProps {
  label: string;
  /** The label for counting all leads. */
  all: string;
  /** The label to show if the URL's value isn't one of the choices. */
  other: string;
  value: string | undefined;
  choices: readonly Choice[];
  choose: (value: string) => void;
}

function Filter({ label, all, other, value = '', choices, choose }: FilterProps) {
  const known = value === '' || choices.some((choice) => choice.value === value);
  return (
    <Field label={label}>
      <Select value={value} onChange={({ target }) => choose(target.value)}>
        <option value="">{all}</option>
        {!known && <option value={value}>{other}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.name}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** Filters by the sources, ZIPs and assignees of the period's leads, and by the company's materials. */
export function LeadFilters({ address }: { address: ReportsAddress }) {
  const { from, to, filters = {}, change } = address;
  const all = trpc.analytics.overview.useQuery({ from, to }, { staleTime: 10_000 }).data;
  const pricing = trpc.pricing.get.useQuery();
  return (
    <>
      <Filter
        label="Source"
        all="All sources"
        other={sourceLabel(filters.source ?? '')}
        value={filters.source}
        choices={(all?.bySource ?? []).map(({ source }) => ({ value: source, name: sourceLabel(source) }))}
        choose={(source) => change({ source })}
      />
      <Filter
        label="Material"
        all="All materials"
        other="Another material"
        value={filters.materialId}
        choices={(pricing.data?.materials ?? []).map(({ id, name }) => ({ value: id, name }))}
        choose={(material) => change({ material })}
      />
      <Filter
        label="ZIP"
        all="All ZIP codes"
        other={filters.zip ?? ''}
        value={filters.zip}
        choices={(all?.byZip ?? []).map(({ zip }) => ({ value: zip, name: zip }))}
        choose={(zip) => change({ zip })}
      />
      <Filter
        label="Person"
        all="Everyone"
        other="Another person"
        value={filters.userId}
        choices={(all?.byPerson ?? []).map(({ userId, name }) => ({ value: userId, name }))}
        choose={(user) => change({ user })}
      />
    </>
  );
}
