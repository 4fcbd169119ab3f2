import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of this kind start servers and wait, or try many random cases. */
const IS_SLOW = /(property|crash|main|start-server|embedded\/postgres|run-sync|backup|notifications)[\w-]*\.test\.ts$/

/** Begins with the slow files, so that no worker is left with one at the end. Without a cache, Vitest begins with the largest. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => Number(IS_SLOW.test(b.moduleId)) - Number(IS_SLOW.test(a.moduleId)))
  }
}
