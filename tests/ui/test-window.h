/* The files of test-window: each adds the tests of its topic, those of test-window.c first. */
#pragma once

void test_window_regions_add (void); /* drawer, dialogs, what is shown and hidden */
void test_window_memory_add (void);  /* memory map, plans beside each other, allocation problems */
void test_window_graphs_add (void);  /* several graphs in one file */
void test_window_run_add (void);     /* options, running, sizes, reports, pictures */
void test_window_whatif_add (void);  /* variants, undo, session files */
void test_window_replay_add (void);  /* refused pairs, why, replay */
void test_window_parity_add (void);  /* PyTorch's own beside ours */
void test_window_keys_add (void);    /* Tab, F6, search; a large graph never freezes the window */
void test_window_kept_add (void);    /* lost sessions, the user's own tensors */
void test_window_devices_add (void); /* machines where kernels run */
void test_window_passes_add (void);  /* passes over a kernel's loop program */
void test_window_compare_add (void); /* strategies side by side */
