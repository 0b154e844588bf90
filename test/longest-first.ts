import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Tests that mostly wait come first; those that mostly calculate fill the gaps, and everything ends at about the same
 * time.
 */
const ORDER = ['processes', 'redis', 'browser', 'integration', 'unit'];
/** These come first within their project: file size says nothing about how long they take. */
const LONGEST = ['worker-killed', 'every-screen'];

/**
 * Vitest's own order (the largest file first) within each project, with the projects ordered by how long their files
 * take.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

const rank = ({ project, moduleId }: TestSpecification): number =>
  2 * ORDER.indexOf(project.name) + (LONGEST.some((name) => moduleId.includes(name)) ? 0 : 1);
