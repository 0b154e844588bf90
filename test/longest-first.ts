import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Tests that mostly wait come first. Tests that mostly compute use the CPU time that's left, so that all of them end at
 * about the same time.
 */
const ORDER = ['processes', 'redis', 'browser', 'dom', 'integration', 'unit'];
/** These files come first within their project, because their size doesn't show how long they take. */
const LONGEST = ['worker-killed', 'every-screen'];

/**
 * Within a project, files are in Vitest's own order (the largest first). Projects are ordered by how long their files
 * take.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

const rank = ({ project, moduleId }: TestSpecification): number =>
  2 * ORDER.indexOf(project.name) + (LONGEST.some((name) => moduleId.includes(name)) ? 0 : 1);
