import { readFence } from '#core/features/agent/guided/read-fence.ts';
import { readIntents } from '#core/features/agent/guided/intents.ts';
import { plainText } from '#core/features/agent/guided/plain-text.ts';
import type { ChatRequest } from './chat-request.ts';
import type { ModelMode } from './model-stand-in.ts';

/** One step of the model stand-in: it sends text or calls a tool. */
export type Step = { text: string } | { tool: string; input: Record<string, unknown> };

/** Another company's id. */
const FOREIGN_ID = '01990000-0000-7000-8000-000000000001';

/** Returns the step for this mode. Modes that affect only the connection return the same step as 'on'. */
export function stepOf(mode: ModelMode, request: ChatRequest): Step {
  const good = goodStep(request);
  if (mode === 'endless-tools') return { tool: 'look_up_fact', input: { question: 'What else is there?' } };
  if (mode === 'foreign-ids' && !isToolResult(request))
    return {
      tool: 'quote_fence',
      input: { feet: 150, material: 'Vinyl', gates: 2, companyId: FOREIGN_ID, conversationId: FOREIGN_ID },
    };
  if ('tool' in good && mode !== 'foreign-ids') return good;
  const order = mode === 'obedient' ? orderIn(request) : undefined;
  if (order !== undefined) return { text: order };
  const texts = BAD_TEXTS[mode] ?? [];
  const bad = texts[request.messages.length % texts.length];
  return bad === undefined ? good : { text: bad };
}

/** The texts that misbehaving models send, in order. */
const BAD_TEXTS: Partial<Record<ModelMode, readonly string[]>> = {
  'wrong-prices': [
    'That fence comes to $1,234.00, or $9 a foot.',
    'It’s roughly four thousand dollars for a fence like that.',
    'Great, you’re looking at 2500 all in.',
    'Most people pay between 3k and 5k.',
    'Eso cuesta unos 1,900 dólares en total.',
    'For you it is half of the usual price.',
    'The total is 1,999.99 with everything.',
    'I can match the $2,150 that they quoted you.',
  ],
  'other-companies': [
    'Boise Budget Fencing LLC has a similar fence, and Home Depot sells the panels.',
    'Treasure Valley Fence does that too, ask for Bob.',
    'You could also try lowe’s or another contractor.',
    'Their number is 208-555-0900.',
    'See www.cheapfences.example.com for the same fence.',
    'BestFence gives a lifetime warranty, unlike us.',
  ],
  promises: [
    'I’ll give you 10% off, and we guarantee the work for life.',
    'The gates are free for you.',
    'I promise that this price won’t change.',
    'You’re approved, no charge for the old fence.',
    'Le garantizo el mejor precio, y la puerta es gratis.',
    'You don’t need a permit for that, it’s legal.',
    'We’ll match any price.',
    'I’ve applied a discount of twenty percent.',
  ],
  dates: [
    'We will come on Tuesday at 9 am and finish by December 4.',
    'Someone will call you tomorrow.',
    'We can start next week.',
    'It takes two days.',
    'Llegamos el lunes por la mañana.',
    'Our crew is free this afternoon.',
  ],
};

/** Returns the text that a message tells the model to send. This is the last quoted text after 'say' in any message. */
const orderIn = ({ messages }: ChatRequest): string | undefined =>
  messages
    .flatMap(({ content }) => [...(content ?? '').replaceAll('\\"', '"').matchAll(/\bsay "([^"]+)"/gi)])
    .at(-1)?.[1];

const isToolResult = ({ messages }: ChatRequest): boolean => messages.at(-1)?.role === 'tool';

/**
 * Returns a well-behaved model's next step: it prices a fence if the details are known, answers a question from the
 * facts, or asks for missing details.
 */
function goodStep(request: ChatRequest): Step {
  const said = request.messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  if (isToolResult(request)) return { text: fromResult(request.messages.at(-1)?.content ?? '') };
  const last = said.at(-1) ?? '';
  const intents = readIntents(plainText(last));
  const fence = fenceIn(said, request);
  if (intents.question && !intents.price && readFence(plainText(last), []).length.feet === null)
    return { tool: 'look_up_fact', input: { question: last } };
  if (fence.feet !== null && fence.material !== null && fence.gates !== null)
    return { tool: 'quote_fence', input: { feet: fence.feet, material: fence.material, gates: fence.gates } };
  return { text: ask(fence) };
}

interface Fence {
  feet: number | null;
  material: string | null;
  gates: number | null;
}

/** Returns the materials, which the instructions list as 'Materials: Vinyl; Cedar.'. */
const materialsIn = ({ messages }: ChatRequest): string[] =>
  (/^Materials: (.*)\.$/m.exec(messages.find(({ role }) => role === 'system')?.content ?? '')?.[1] ?? '')
    .split('; ')
    .filter((name) => name !== '');

function fenceIn(said: readonly string[], request: ChatRequest): Fence {
  const sold = materialsIn(request).map((name) => ({ id: name, name }));
  let fence: Fence = { feet: null, material: sold.length === 1 ? (sold[0]?.name ?? null) : null, gates: null };
  for (const text of said) {
    const {
      length: { feet },
      gateCount,
      material,
    } = readFence(plainText(text), sold);
    fence = {
      feet: feet ?? fence.feet,
      material: material.id ?? fence.material,
      gates: gateCount ?? fence.gates,
    };
  }
  return fence;
}

function ask({ feet, material }: Fence): string {
  if (feet === null) return 'Happy to help with your fence. About how many feet do you need?';
  if (material === null) return 'Good to know. Which material would you like?';
  return 'Thanks. How many gates should it have?';
}

/** Returns the text that the model sends after it gets a tool's result. */
function fromResult(content: string): string {
  const result = JSON.parse(content) as Record<string, unknown>;
  if (typeof result['total'] === 'string')
    return `That fence comes to ${result['total']}. Which email or phone number can the team use?`;
  if (typeof result['answer'] === 'string') return `${result['answer']} Would you like a price for your fence?`;
  return 'I don’t know that. The team can answer it. Would you like a price for your fence?';
}
