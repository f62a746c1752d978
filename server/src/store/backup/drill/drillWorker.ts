/** The process of a drill. */
import { explainFullDisk } from '../../../run/common/storageFault.ts';
import type { Config } from '../../../run/config/config.ts';
import { answerTasks } from '../../../run/processes/answerTasks.ts';
import { openStore } from '../../open/openStore.ts';
import { type DrillFindings, runDrill } from './runDrill.ts';

export interface DrillTask {
  config: Config;
  folder: string;
}
export type DrillAnswer = DrillFindings | { error: string };

process.umask(0o077);
answerTasks<DrillTask, DrillAnswer>(async ({ config, folder }) => {
  try {
    const library = await openStore(config, { create: false, role: 'command' });
    try {
      return await runDrill(config, library.db, folder);
    } finally {
      await library.stop();
      await library.db.destroy();
    }
  } catch (error) {
    const explained = explainFullDisk(error, config.dataDir);
    return { error: explained instanceof Error ? explained.message : String(explained) };
  }
});
