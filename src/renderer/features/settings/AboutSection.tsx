import { diagnosticsWords } from '../../../shared/words/diagnostics.ts';
import { tourWords } from '../../../shared/words/samples.ts';
import { settingsScreenWords } from '../../../shared/words/settings-screen.ts';
import { useFailures } from '../../app/failures.ts';
import { toastSaved } from '../../app/toasts.ts';
import { showTourStep } from '../../app/tour/tour.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { Facts } from '../../components/Facts.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { TableScroll } from '../../components/TableScroll.tsx';
import { useAbout } from './about.ts';
import { parts } from './parts.ts';
import { Section } from './Section.tsx';
import { UpdateNotice } from './UpdateNotice.tsx';

const words = settingsScreenWords.about;

async function saveDiagnostics(): Promise<void> {
  const { savedAs } = await call('settings.saveDiagnostics', {});
  toastSaved(savedAs, { detail: diagnosticsWords.savedDetail });
}

/** The version of Paydesk, and the licences of its components. */
export function AboutSection() {
  const reading = useAbout();
  const { attempt } = useFailures();
  return (
    <Section title={settingsScreenWords.section.about} lead={words.service}>
      {reading.state === 'loading' && <Skeleton rows={3} pieces={2} />}
      {reading.state === 'failed' && <ErrorNotice error={reading.error} />}
      {reading.state === 'known' && (
        <Facts
          facts={[
            { term: words.version, value: reading.about.version, face: 'num' },
            { term: words.platform, value: words.platforms[reading.about.platform] },
            { term: words.licence, value: words.licenceName },
          ]}
        />
      )}
      <UpdateNotice />
      <div className="setting-buttons">
        <Button icon="save" onPress={() => attempt(saveDiagnostics())}>
          {diagnosticsWords.act}
        </Button>
        <Button onPress={() => showTourStep(0)}>{tourWords.show}</Button>
      </div>
      <p className="sm faint">{diagnosticsWords.hint}</p>
      <h3>{words.notices}</h3>
      <p className="dim">{words.noticesLead}</p>
      <TableScroll label={words.notices}>
        <table className="table framed parts-table">
          <thead>
            <tr>
              <th scope="col">{words.columns.part}</th>
              <th scope="col">{words.columns.licence}</th>
              <th scope="col">{words.columns.by}</th>
            </tr>
          </thead>
          <tbody>
            {parts.map((part) => (
              <tr key={part.name}>
                <th scope="row">{part.name}</th>
                <td>{part.licence}</td>
                <td className="dim">{part.by}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </Section>
  );
}
