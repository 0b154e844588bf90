import { formatCents } from '#shared/primitives/cents.ts';
import { counted } from '#shared/primitives/counted.ts';
import { MINUTE } from '#shared/primitives/durations.ts';
import { trpc } from '../../lib/trpc.ts';

const MICROS_PER_CENT = 10_000;
const dollars = (micros: number): string => formatCents(Math.round(micros / MICROS_PER_CENT));

/** This month's model cost for the sales agent. Shows nothing if no model is configured. */
export function AgentCosts() {
  const { data } = trpc.admin.agentCosts.useQuery(undefined, { refetchInterval: 5 * MINUTE });
  if (!data || (data.model === null && data.answers === 0)) return null;
  const { model, answers, notUsed, tokens, costMicros, companies } = data;
  return (
    <section className="card overflow-clip" aria-labelledby="agent-costs-title">
      <div className="pad stack gap-2">
        <h2 id="agent-costs-title">Sales agent’s model</h2>
        <dl className="kv">
          <dt>This month</dt>
          <dd className="num">
            {dollars(costMicros)}{' '}
            <span className="muted">
              ({counted(answers, 'answer', 'answers')}, {counted(tokens, 'token', 'tokens')})
            </span>
          </dd>
          <dt>Not used</dt>
          <dd className="num">{counted(notUsed, 'answer', 'answers')}</dd>
          <dt>Model</dt>
          <dd>{model ?? 'Not connected'}</dd>
        </dl>
        <p className="sm muted">
          If the model fails or its answer doesn’t pass the check, the agent answers without the model.
        </p>
      </div>
      {companies.length > 0 && (
        <table className="dense">
          <caption className="sr-only">Companies with the highest cost this month</caption>
          <thead>
            <tr>
              <th scope="col">Company</th>
              <th scope="col" className="r">
                Answers
              </th>
              <th scope="col" className="r">
                Cost
              </th>
            </tr>
          </thead>
          <tbody>
            {companies.map((company) => (
              <tr key={company.id}>
                <td>{company.name}</td>
                <td className="r num">{company.answers.toLocaleString('en-US')}</td>
                <td className="r num">
                  {dollars(company.costMicros)}
                  <small className="muted">of {formatCents(company.budgetCents)}</small>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
