import type { AgentSettings, AgentSettingsInput } from '#shared/features/agent/agent.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';

/** The default settings, for companies that haven't changed any. */
export const DEFAULT_AGENT: AgentSettings = {
  widget: true,
  estimatePage: true,
  sms: 'draft',
  email: 'off',
  hours: 'always',
  openHours: [],
  tone: '',
  forbiddenTopics: '',
  monthlyBudgetCents: 2_000,
};

const COLUMNS = [
  'widget',
  'estimate_page as estimatePage',
  'sms',
  'email',
  'hours',
  'open_hours as openHours',
  'tone',
  'forbidden_topics as forbiddenTopics',
  'monthly_budget_cents as monthlyBudgetCents',
] as const;

export const readAgentSettings = async (tx: CompanyTx, companyId: CompanyId): Promise<AgentSettings> =>
  (await tx.selectFrom('agent_settings').select(COLUMNS).where('company_id', '=', companyId).executeTakeFirst()) ??
  DEFAULT_AGENT;

export const getAgentSettings = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<AgentSettings> =>
  inCompany(db, companyId, (tx) => readAgentSettings(tx, companyId));

/** Changes only the given settings. */
export const updateAgentSettings = (
  { db }: Pick<Deps, 'db'>,
  companyId: CompanyId,
  input: AgentSettingsInput,
): Promise<AgentSettings> =>
  inCompany(db, companyId, async (tx) => {
    const changes = {
      widget: input.widget,
      estimate_page: input.estimatePage,
      sms: input.sms,
      email: input.email,
      hours: input.hours,
      open_hours: input.openHours === undefined ? undefined : JSON.stringify(input.openHours),
      tone: input.tone,
      forbidden_topics: input.forbiddenTopics,
      monthly_budget_cents: input.monthlyBudgetCents,
    };
    await tx
      .insertInto('agent_settings')
      .values({ company_id: companyId })
      .onConflict((conflict) => conflict.column('company_id').doNothing())
      .execute();
    if (Object.values(changes).some((value) => value !== undefined))
      await tx.updateTable('agent_settings').set(changes).where('company_id', '=', companyId).execute();
    return readAgentSettings(tx, companyId);
  });
