// Where the service begins: sets up the heap, and only then loads everything else.
import './heap.js';
import { onStopSignal } from './stop-signals.js';

// The first process of a container hears no signal that nothing handles. A start may be cut off anywhere, as by a crash.
onStopSignal(() => process.exit(0));
await import('./serve.js');
