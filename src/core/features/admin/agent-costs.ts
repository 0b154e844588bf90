import { sql } from 'kysely';
import type { AgentCostsView } from '#shared/features/admin/agent-costs.schema.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { modelSettings } from '../../platform/model/model.ts';
import { DEFAULT_AGENT } from '../agent/agent-settings.ts';

/** The list shows this many companies, the most expensive first. */
const MOST_COMPANIES = 10;

interface CostRow {
  id: string;
  name: string;
  budgetCents: number;
  answers: number;
  notUsed: number;
  costMicros: number;
  tokens: number;
}

/** Reads the model costs for companies' sales agents since the first of the month (UTC). */
export async function readAgentCosts({
  system,
  clock,
  config,
}: SystemDeps & Pick<Deps, 'clock' | 'config'>): Promise<AgentCostsView> {
  const now = clock.now();
  const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const { rows } = await sql<CostRow>`
    select companies.id, companies.name,
      coalesce(settings.monthly_budget_cents, ${DEFAULT_AGENT.monthlyBudgetCents}) as "budgetCents",
      count(*)::int as answers,
      (count(*) filter (where costs.status in ('discarded', 'failed')))::int as "notUsed",
      sum(costs.cost_micros)::float8 as "costMicros",
      sum(costs.input_tokens + costs.output_tokens)::float8 as tokens
    from agent_costs costs
    join company_profiles companies on companies.id = costs.company_id
    left join agent_settings settings on settings.company_id = costs.company_id
    where costs.at >= ${since}
    group by companies.id, companies.name, settings.monthly_budget_cents
    order by "costMicros" desc, companies.id`.execute(system);
  const sum = (of: 'answers' | 'notUsed' | 'costMicros' | 'tokens'): number =>
    rows.reduce((total, row) => total + row[of], 0);
  return {
    model: modelSettings(config)?.model ?? null,
    month: since.toISOString().slice(0, 7),
    answers: sum('answers'),
    notUsed: sum('notUsed'),
    tokens: sum('tokens'),
    costMicros: sum('costMicros'),
    companies: rows.slice(0, MOST_COMPANIES),
  };
}
