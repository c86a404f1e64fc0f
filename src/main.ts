// The entry point of the service: configures the heap, and only then loads everything else.
import './heap.js';
import { onStopSignal } from './stop-signals.js';

// The first process of a container receives no signal without a handler. A start may be interrupted at any point, as by a crash.
onStopSignal(() => process.exit(0));
await import('./serve.js');
