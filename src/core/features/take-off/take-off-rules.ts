import {
  DEFAULT_RULES,
  rulesWith,
  type SystemChanges,
  type TakeOffRules,
  changesFrom,
  withChanges,
} from '#shared/features/take-off/default-rules.ts';
import { fenceSystemSchema } from '#shared/features/take-off/fence-system.schema.ts';
import type { TakeOffUpdateInput, TakeOffView } from '#shared/features/take-off/take-off.schema.ts';
import { AppError, type FieldErrors, invalid } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';

/** The version of rules that were never changed. */
const UNCHANGED = 0;

/** Reads the rules that a company counts materials with now. */
export const readRules = async (tx: CompanyTx, companyId: CompanyId): Promise<TakeOffRules & { version: number }> => {
  const row = await tx
    .selectFrom('take_off_rules')
    .select(['version', 'default_bag_lb', 'changes'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  if (!row) return { ...DEFAULT_RULES, version: UNCHANGED };
  return { version: row.version, ...rulesWith(row.changes, row.default_bag_lb) };
};

/**
 * Locks a company's counting rules and costs until the transaction ends, because a change is checked together with what
 * it doesn't name.
 */
export const lockRules = async (tx: CompanyTx, companyId: CompanyId): Promise<void> => {
  await tx
    .selectFrom('company_profiles')
    .select('id')
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
};

export const getTakeOff = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<TakeOffView> =>
  inCompany(db, companyId, (tx) => readRules(tx, companyId)).then(viewRules);

const viewRules = ({ version, defaultBagLb, systems }: TakeOffRules & { version: number }): TakeOffView => ({
  version,
  defaultBagLb,
  systems: [...systems],
});

/**
 * Changes fields of systems. Fields and systems that aren't given stay as they are. Throws CONFLICT if the stored rules
 * aren't the version that the form loaded. Throws VALIDATION_FAILED with the path of each rule that can't be counted
 * with.
 */
export const updateTakeOff = (
  { db }: Pick<Deps, 'db'>,
  companyId: CompanyId,
  { version, defaultBagLb, systems }: TakeOffUpdateInput,
): Promise<TakeOffView> =>
  inCompany(db, companyId, async (tx) => {
    await lockRules(tx, companyId);
    const before = await readRules(tx, companyId);
    if (before.version !== version)
      throw new AppError('The counting rules were changed in another window. Refresh the page to see them', 'CONFLICT');
    const after: TakeOffRules = {
      defaultBagLb: defaultBagLb ?? before.defaultBagLb,
      systems: changedSystems(before, systems ?? []),
    };
    const stored = { default_bag_lb: after.defaultBagLb, changes: JSON.stringify(changesIn(after)) };
    await tx
      .insertInto('take_off_rules')
      .values({ company_id: companyId, ...stored })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ ...stored, version: version + 1 }))
      .execute();
    return viewRules(await readRules(tx, companyId));
  });

const changedSystems = (
  { systems }: TakeOffRules,
  changes: NonNullable<TakeOffUpdateInput['systems']>,
): TakeOffRules['systems'] => {
  const fields: FieldErrors = {};
  const changed = new Map(systems.map((system) => [system.key, system]));
  for (const [index, { key, ...change }] of changes.entries()) {
    const system = changed.get(key);
    if (!system || ('family' in change && change['family'] !== system.family)) {
      fields[`systems.${index}.family`] = 'The family of a system can’t be changed';
      continue;
    }
    const read = fenceSystemSchema.safeParse(withChanges(system, change));
    if (read.success) changed.set(key, read.data);
    else for (const { path, message } of read.error.issues) fields[['systems', index, ...path].join('.')] ??= message;
  }
  if (Object.keys(fields).length > 0) throw invalid(fields);
  return [...changed.values()];
};

const changesIn = ({ systems }: TakeOffRules): SystemChanges =>
  Object.fromEntries(
    systems.flatMap((system) => {
      const changes = changesFrom(DEFAULT_RULES.systems.find(({ key }) => key === system.key) ?? {}, system);
      return Object.keys(changes).length > 0 ? [[system.key, changes]] : [];
    }),
  );
