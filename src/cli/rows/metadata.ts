// Metadata that other systems store about organizations, people and service users: the same commands for each.
import { row, type Row } from './row.js';

/** @param subject the words before `metadata` @param whose owner, for the help @param id in the examples */
export function metadataRows(subject: string, whose: string, path: string, id: string): Row[] {
  const words = `${subject} metadata`;
  return [
    row(`${words} list`, `Lists the metadata that other systems store about ${whose}`, `GET ${path}/metadata`, id, {
      list: 'metadata',
      columns: ['key', 'value'],
      query: ['q'],
    }),
    row(`${words} get`, 'Shows one entry', `GET ${path}/metadata/{key}`, `${id} costCenter`),
    row(`${words} set`, 'Sets one entry; the value is base64', `PUT ${path}/metadata/{key}`, `${id} costCenter --value NDcxMQ==`, {
      body: ['value'],
    }),
    row(
      `${words} delete`,
      "Removes entries; keys that don't exist are ignored",
      `POST ${path}/metadata/_remove`,
      `${id} --key costCenter`,
      { body: ['keys --key'] },
    ),
  ];
}
