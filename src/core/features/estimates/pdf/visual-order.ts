import bidiFactory from 'bidi-js';
import type { Cluster } from './clusters.ts';
import type { Face } from './font-files.ts';

const bidi = bidiFactory();

/** Each cluster's embedding level (UAX #9): odd ones run right to left. Undefined if all of the text runs left to right. */
export type Levels = Uint8Array | undefined;

/** A part of a line that is drawn with one font file, in the order in which it's given to the font. */
export interface Piece {
  text: string;
  face: Face;
}

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/**
 * Returns the levels of a paragraph's clusters, and whether the paragraph as a whole runs right to left: its first
 * letter decides.
 */
export const levelsOf = (clusters: readonly Cluster[]): { levels: Levels; rightToLeft: boolean } => {
  const text = clusters.map((cluster) => cluster.text).join('');
  if (!RIGHT_TO_LEFT.test(text)) return { levels: undefined, rightToLeft: false };
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text);
  const own = new Uint8Array(clusters.length);
  let at = 0;
  for (const [index, cluster] of clusters.entries()) {
    own[index] = levels[at] ?? 0;
    at += cluster.text.length;
  }
  return { levels: own, rightToLeft: (paragraphs[0]?.level ?? 0) % 2 === 1 };
};

interface LeveledPiece extends Piece {
  level: number;
  /** Whether the font draws it from right to left by itself, because of its letters. */
  turns: boolean;
  clusters: string[];
}

/** Returns one line's pieces from left to right. `start` and `end` are the line's clusters. */
export const piecesOf = (
  clusters: readonly Cluster[],
  levels: Levels,
  { start, end }: { start: number; end: number },
): Piece[] => {
  const pieces: LeveledPiece[] = [];
  for (let index = start; index < end; index++) {
    const cluster = clusters[index];
    if (!cluster) continue;
    const level = levels?.[index] ?? 0;
    const turns = levels !== undefined && RIGHT_TO_LEFT.test(cluster.text);
    const last = pieces.at(-1);
    // Arabic digits run left to right, but the font would turn several of them
    const alone = turns && level % 2 === 0;
    if (last?.face === cluster.face && last.level === level && last.turns === turns && !alone)
      last.clusters.push(cluster.text);
    else pieces.push({ text: '', face: cluster.face, level, turns, clusters: [cluster.text] });
  }
  for (const piece of pieces) piece.text = textOf(piece);
  return levels ? inVisualOrder(pieces) : pieces;
};

const textOf = ({ clusters, level, turns }: LeveledPiece): string => {
  if (level % 2 === 0 || turns) return clusters.join('');
  const mirrored = clusters.map((text) => bidi.getMirroredCharacter(text) ?? text);
  return mirrored.toReversed().join('');
};

/** Reverses each sequence of pieces at or above each odd level, from the highest level down (UAX #9, rule L2). */
const inVisualOrder = (pieces: readonly LeveledPiece[]): Piece[] => {
  const ordered = [...pieces];
  for (let level = Math.max(0, ...pieces.map((piece) => piece.level)); level > 0; level--) {
    let start = 0;
    while (start < ordered.length) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end++;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed());
      start = end + 1;
    }
  }
  return ordered;
};
