import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The questions that a conversation can script answers for. Answers to other questions come from `people.ts`. */
type Askable = 'feet' | 'material' | 'gates' | 'reach';

/** The fence that the agent must price. */
export interface WantedFence {
  /** In feet, with decimals. */
  feet: number;
  /** The material's name. */
  material: string;
  gates: number;
}

/** How a conversation must end. */
export type Ending =
  /**
   * The conversation ends with a price for this fence and a lead. An `unpriced-lead` has no price, because the company
   * doesn't show prices.
   */
  | { kind: 'lead' | 'unpriced-lead'; fence: WantedFence }
  | { kind: 'handover'; reason: string }
  /** The answer is a fact that contains these words. */
  | { kind: 'answered'; words: string }
  /**
   * The conversation must end without a price, a lead or a handover. For `noprice-ok`, a price or a handover is also
   * correct, but a lead is an error.
   */
  | { kind: 'declined' | 'child' | 'noprice-ok' };

/** A scripted conversation. */
export interface Talk {
  /** A name such as 'bargaining: half price'. */
  name: string;
  /** The name of the company settings in `company.ts`. */
  setting: string;
  /** The homeowner's unprompted messages, in order. */
  says: { text: string; handoverDue: boolean }[];
  answers: Partial<Record<Askable, string>>;
  ending: Ending;
}

const FOLDER = join(import.meta.dirname, 'conversations');

/**
 * Reads the conversations from text files. Each paragraph is one conversation. Each line starts with a mark that says
 * what it contains: `#` the name, `@` the setting, `>` a message, `>!` a message that needs a person, `?` the answer to
 * a question (as in `? asked: answer`), and `=` the required ending.
 */
export const readTalks = (): Talk[] =>
  readdirSync(FOLDER)
    .toSorted()
    .flatMap((file) =>
      readFileSync(join(FOLDER, file), 'utf8')
        .trim()
        .split(/\n\n+/)
        .map((paragraph) => readTalk(file.replace('.txt', ''), paragraph)),
    );

function readTalk(file: string, paragraph: string): Talk {
  const lines = paragraph.split('\n');
  const all = (mark: string): string[] =>
    lines.flatMap((line) => (line.startsWith(`${mark} `) ? [line.slice(mark.length + 1)] : []));
  const name = `${file}: ${all('#')[0] ?? ''}`;
  return {
    name,
    setting: all('@')[0] ?? 'plain',
    says: lines.flatMap((line) => {
      const [, mark, text = ''] = /^(>!?) (.*)$/.exec(line) ?? [];
      return mark === undefined ? [] : [{ text, handoverDue: mark === '>!' }];
    }),
    answers: Object.fromEntries(all('?').map((line) => line.split(/: (.*)/, 2))) as Talk['answers'],
    ending: readEnding(name, all('=')[0] ?? ''),
  };
}

function readEnding(name: string, line: string): Ending {
  const [kind = '', ...words] = line.split(' ');
  switch (kind) {
    case 'lead':
    case 'unpriced-lead': {
      const [feet, gates] = [Number(words[0]), Number(words.at(-1))];
      return { kind, fence: { feet, gates, material: words.slice(1, -1).join(' ') } };
    }
    case 'handover':
      return { kind, reason: words.join(' ') };
    case 'answered':
      return { kind, words: words.join(' ') };
    case 'declined':
    case 'child':
    case 'noprice-ok':
      return { kind };
    default:
      throw new Error(`${name} has no ending`);
  }
}
