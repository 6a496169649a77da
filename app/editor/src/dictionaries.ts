// Words of the languages, with which short texts are compressed. A link that was made with a dictionary can be read
// with that one only, so these stay as they are for ever; other words need another version of the links.
//
// Words that are met often stand at the end, where a reference to them is shortest.

const words = (list: string) => list.trim().replace(/\s+/g, " ");

const english = words(`
  above after again against all also always and another are available because before behind below beside between both
  bound but by can cannot code compile configuration connect core could default define device different do does domain
  down each edge else end enough environment every example except false field file files finds first flag for format
  frame from function general give go graph group half has have here high how if image in includes index input inside
  instead into is it its key kernel keep know large last later left less let level library like limit line linker list
  little load local long low machine main many map matter may memory message middle minimum mode model more most much
  must name names need never next no node none not nothing now number of off often on once one only open or order other
  others out output over own pair part path per pipeline place point port process processor program queue rank rather
  read reader record region register result right run running same second section see seconds set setting settings
  several should show side since single size skip slow small so some source specific stable stack stands start starts
  state steps stop store such system take target task than that the their them then there these they thing third this
  those thread threads three through time to together too top trace traced traces true two type types under unit until
  up upper use used user uses value values version very virtual wait want was way what when where which while who
  whole why width will window with without word work worker write writes year yes you zero
`);

const sprokit = `${english} ${words(`
  input_adapter output_adapter kwiver_logger downsample serializer deserializer transport_send transport_receive
  compute_stereo_depth_map detect_features extract_descriptors matcher track_features stabilize_image compute_homography
  refine_detections refine_measurements split_image merge_images perform_query write_descriptor image_filter draw_tracks
  read_track_descriptor read_object_track write_object_track associate_detections_to_tracks compute_association_matrix
  initialize_object_tracks detect_motion detected_object_filter merge_detection_sets detected_object_input
  detected_object_output image_object_detector draw_detected_object_set image_file_reader image_writer image_viewer
  frame_list_input video_output video_input numbers print_number multiplication const_number
  kwiver:bounding_box kwiver:d_vector kwiver:descriptor_set kwiver:feature_set kwiver:file_name kwiver:image_set
  kwiver:matrix_d kwiver:metadata kwiver:object_track_set kwiver:detected_object_set kwiver:timestamp kwiver:image
  detected_object_set object_track_set video_metadata feature_set descriptor_set track_set homography timestamp
  annotate_image pause_time image_list_file frame_list_file config_file model_file net_config weight_file thresh
  threshold class_name probability bounding_box scale_factor track_associator track_initializer track_descriptor
  matrix_generator min_dist max_radius min_radius hough_circle example_detector darknet vidl_ffmpeg ffmpeg image_list
  kw18 csv opencv vxl ocv core number value output_file file_name filename video_filename image_reader:type
  video_reader:type = vidl_ffmpeg frame_time = .3333 writer:type filter:type detector:type = draw_algo:type
  $ENV{HOME} $ENV{ $CONFIG{ $LOCAL{ $SYSENV{ .png .jpg .mp4 .mpg .txt .csv .pipe .cluster [ro] [tunable] := 
`)}
# ================================================================
# ----------------------------------------------------------------
# --------------------------------------------------
cluster \n  -- \n  map \n  imap from \n  omap from \ninclude \nrelativepath 
config _pipeline:_edge\n  capacity = 10\nconfig _scheduler\n  type = pythread_per_process
config _pipeline:_edge_by_type\n_edge_by_conn
  block \n    type = \n  endblock
connect from detector.detected_object_set\n        to   draw.detected_object_set
connect from input.timestamp\n        to   writer.timestamp
connect from input.image\n        to   detector.image
process input\n  :: video_input\n  video_filename = 
process \n  :: \n\n]],0,"form",null]\n]],0,"graph",null]\n[[[".pipe","sprokit",`;

const pinsight = `${english} ${words(`
  omp_control_tool omp_device_initialize omp_device_finalize omp_device_load omp_device_unload omp_mutex_released
  omp_dependences omp_task_dependence omp_lock_init omp_lock_destroy omp_mutex_acquire omp_mutex_acquired omp_nest_lock
  omp_flush omp_cancel omp_dispatch omp_target_data_op_emi omp_target_submit_emi omp_target_map_emi omp_error omp_target
  omp_reduction omp_masked omp_work omp_sync_region_wait omp_sync_region omp_implicit_task omp_parallel_begin
  omp_parallel_end MPI_Init_thread MPI_Finalize MPI_Sendrecv MPI_Isend MPI_Irecv MPI_Waitall MPI_Wait MPI_Test MPI_Bcast
  MPI_Reduce_scatter MPI_Allreduce MPI_Reduce MPI_Scatter MPI_Allgather MPI_Gather MPI_Alltoall MPI_Comm_rank
  MPI_Comm_size MPI_Comm_split MPI_Win_create MPI_File_open MPI_File_read MPI_File_write MPI_Init MPI_Send MPI_Recv
  MPI_Barrier CUDA_context_create CUDA_device_synchronize CUDA_stream_synchronize CUDA_event_record CUDA_memcpy_async
  CUDA_memcpy_HtoD CUDA_memcpy_DtoH CUDA_memset CUDA_malloc CUDA_free CUDA_kernel_complete CUDA_kernel_enqueue
  HIP_memcpy_HtoD HIP_memcpy_DtoH HIP_kernel_launch HIP_malloc pysysmon_py_start pysysmon_py_return pysysmon_c_start
  pysysmon_import anyone_per_node leader_per_node rotate_per_node device_activity window_end_trigger window_timeout
  window_end_action = INTROSPECT: RESUME TERMINATE STANDBY MONITORING OFF [Manifest] interval [Energy] measure [Knob]
  region regions lexgion lexgions warm-up sample domain-wide event events configuration punit scope trace config
  defining the default for a specific
`)}
# [Python.default]\n    Python.thread = (0-15)\n[HIP.default]\n    HIP.device = (0-3)
[Lexgion(MPI).default]\n[Lexgion(CUDA:)]\n[Lexgion(Python:)] : Python.default
[OpenMP.team(0-4), OpenMP.device(0)]: OpenMP.default: MPI.rank(0, 15, 8-12)
    OpenMP.team = (0-4)\n    OpenMP.device = (0-3)\n\tOpenMP.omp_thread_begin = on\n\tOpenMP.omp_thread_end = on
    omp_task_create = off\n    omp_task_schedule = off\n
\tMPI.MPI_rank_begin = on\n\tMPI.MPI_rank_end = on\n\tCUDA.CUDA_kernel_launch = on\n\tCUDA.CUDA_memcpy = on
[CUDA.default]\n    trace_mode = TRACING\n    CUDA.device = (0-3)\n[CUDA.device(0)]: CUDA.default\n
[OpenMP.default]\n    trace_mode = TRACING\n    OpenMP.thread = (0-3)\n\n[MPI.default]\n    MPI.rank = (0-15)
[OpenMP.thread(0-7)]: OpenMP.default: MPI.rank(0), CUDA.device(0)\n\n[MPI.rank(0)]: MPI.default
[Lexgion(0x401000)]: Lexgion.default, OpenMP.default, MPI.default: MPI.rank(0)
\ttrace_starts_at = 0\n\tmax_num_traces = 100\n\ttracing_rate = 1
[Lexgion.default]: OpenMP.default, MPI.default\n    trace_starts_at = 0\n    max_num_traces = 1000\n    tracing_rate = 10\n\n]],0,"timeline",null]\n]],0,"coverage",null]\n[[[".trace","pinsight",`;

const coilHardware = `${english} ${words(`
  adaptive security manufacturer vendor model name address width widths support supported extension extensions graphics
  audio sensors accelerator inference application autodetected system_default metadata timestamp version flags features
  core_features advanced capabilities resources mapping context variadic preserves_sp callee_saved caller_saved
  stack_align red_zone shadow_space stack_grows_up stack_grows_down aapcs64 sysv win64 vectorcall fastcall cdecl
  tpu_matrix_multiply tpu_convolution tpu_activation tpu_quantized_math tpu_sparsity tpu_mixed_precision
  tpu_int8_operations tpu_bfloat16 fpga_partial_reconfig fpga_dsp_blocks fpga_block_ram fpga_custom_logic npu_ dsp_fft
  dsp_ifft dsp_filter dsp_conv dsp_fxmac dsp_fxsat dsp_fixed_point dsp_vector gpu_compute_shader gpu_graphics_pipeline
  gpu_variable_rate_shading gpu_unified_memory gpu_ray_tracing gpu_tensor_cores gpu_rasterize gpu_fp16_math gpu_barrier
  gpu_shuffle gpu_texture gpu_atomic matrix_mul tensor_ops sparse quantized neural_network error_correction
  rasterization shading ray_tracing virtual_memory power_management signal_processing audio_processing video_processing
  bit_manipulation half_precision double_precision transcendental gather_scatter local_mem shared_mem texture barrier
  threads atomic reduction integer float32 float64 trusted_execution branch_target_id pointer_auth memory_tagging
  crypto_sha3 crypto_sha crypto_aes crypto_pmul random_number random_seed nx_bit smep smap secure_boot
  debug_breakpoint debug_watchpoint perf_counters cycle_counter timestamp_counter predication cond_move power_mgmt
  endian_little endian_big endian_bi virtualization nested_paging hardware_threads atomic_compare_exchange
  atomic_128bit atomic_64bit atomic_exchange atomic_load atomic_store atomic_ll_sc atomic_add atomic_sub atomic_and
  atomic_or atomic_xor memory_acquire memory_release memory_weak_order memory_strong_order memory_seq_cst
  mem_write_combining mem_write_through mem_uncached mem_huge_pages mem_cache_control mem_transactional mem_prefetch
  mem_unaligned mem_barrier mem_virtual mem_protected mem_segmented mem_asid mem_store mem_load simd_scalable
  simd_128bit simd_256bit simd_512bit simd_bfloat16 simd_permute simd_gather simd_scatter simd_reduce simd_shuffle
  simd_insert simd_extract simd_shift simd_blend simd_mask simd_dot simd_cmp simd_fma simd_float16 simd_float32
  simd_float64 simd_int8 simd_int16 simd_int32 simd_int64 simd_add simd_sub simd_mul simd_div simd_and simd_or simd_xor
  bfloat16 fp16 fp32 fp64 fp80 fp128 fp_denormals fp_ieee754 fp_nan fp_inf fp_round_near fp_round_zero fp_round_up
  fp_round_down fp_add fp_sub fp_mul fp_div fp_sqrt fp_fma fp_rem int_bitfield int_bitperm int_popcnt int_bswap int_bext
  int_gfmul int_crc int_add int_sub int_mul int_div int_rem int_clz int_ctz int_addc int_subc int_mulh int_and int_or
  int_xor int_not int_shl int_shr int_sar int_rol int_ror branch_pred speculative_exec out_of_order superscalar
  multithread multicore multiprocessor cache_coherent hyperthreading physical_32bit physical_36bit physical_40bit
  physical_48bit physical_52bit virtual_32bit virtual_48bit virtual_57bit 8bit_support 16bit_support 32bit_support
  64bit_support cache_l1 = 8, 64KiB, exclusive cache_l2 cache_l3 8MiB, shared exec_unit memory_channel memory = 16GiB,
  tightly_coupled core = 8 thread = 16 gpr = 16, 64bit vr = 16, 256bit fpr mask
`)}
; --------------------------------------------------------------------------------
; ================================================================================
[fpga:0.capabilities]\n[tpu:0.capabilities]\n[dsp:0.capabilities]\n[gpu:0.advanced]\n[gpu:0.resources]
[cpu:0.arch:x86]\navx = true\nsse4_2 = true\n[cpu:0.abi:sysv]\nflags = variadic\n[abi.mapping]\nret = gpr:0, gpr:1
1 = gpr:0\n2 = gpr:1\n3 = gpr:2\n4 = gpr:3\n0f = vr:0\n1f = vr:1\n
[atomic]\n[security]\n[misc]\n[memory]\n[simd]\n[floating_point]\n[integer]\n[core_features]\n[resources]\n
features = core_features, integer, floating_point, simd, memory, atomic, security, misc
[metadata]\nversion = 0.1.0\n\n[cpu:0]\nname = \nvendor = \nmodel =  = false ;  = true               ;  = true\n]],0,"form",null]\n]],0,"bytes",null]\n[[[".coilcfg.txt","coil-hardware",`;

const coilTarget = `${english} ${words(`
  AVX512F SSE4_2 SSE4.2 SSE2 AVX AVX2 FMA BMI1 BMI2 LZCNT POPCNT MOVBE F16C AES PCLMULQDQ SHA RDRAND NEON SVE SVE2 LSE
  CRC CRYPTO DOTPROD THUMB2 MCLASS DSP VFPv4-D16 VFPv3 SIMD128 BULK_MEMORY SM_80 SM_90 TENSOR_CORES SHARED_MEMORY FP16
  FP64 INT8 WGP WAVE32 RV64GC ARM64 AArch64 RISC-V WebAssembly NVIDIA AMD Apple Intel PowerPC MIPS armv7 armv8
  AAPCS-VFP AAPCS64 SystemV Microsoft WASM CUDA AAPCS Windows x64 rcx, rdx, r8, r9 rdi, rsi, rdx, rcx, r8, r9 rax, rdx
  r0, r1, r2, r3 x0, x1, x2, x3, x4, x5, x6, x7 xmm0, xmm1 a0, a1, a2 ShadowSpace CalleeSavedRegisters PreservedRegisters
  VolatileRegisters FloatRegisters VectorRegisters NDEBUG DEBUG LINUX=1 EMBEDDED BUILD=" /usr/include /opt/ /usr/lib/
  x86_64-linux-gnu libc, libm, libpthread libgcc kernel32 _start main Reset_Handler WinMain ELF PE Mach-O Raw COFF
  ComputeCapability MaxRegistersPerThread SharedMemorySize CacheConfig Origin Length 0x08000000 @include
  aggressive conservative none implied validator modules
`)}
# ----------------------------------------------------------------
; ----------------------------------------------------------------
[Linker]\nDefaultLibraryPath = "\nLibraries = libc\nEntryPoint = main\nOutputFormat = ELF
[Preprocessor]\nDefine = \nInclude = 
[Extensions]\nSIMD = \nCrypto = \nFloatingPoint = \nSharedMemory = true\nAtomicOperations = true
[ABI]\nName = \nParameterRegisters = \nReturnRegisters = \nStackAlignment = 16\nRedZoneSize = 0
[Memory]\nModel = Flat\nModel = Protected\nAlignment = 16\nStackGrowth = Down\nEndianness = Little
[Optimization]\nLevel = 3\nSizeOptimization = false\nSpeedOptimization = true\nVectorizationLevel = 2\nInliningLevel = 2\n
[Target]\nPU = GPU\nPU = CPU\nArchitecture = x86\nMode = 64\nFeatures = ]],0,"resolved",null]\n]],0,"form",null]\n[[[".coilcfg","coil-target",`;

const bytes = (text: string) => new TextEncoder().encode(text);

/**
 * The dictionaries of the second version of links, by the number in a link, with the language that each is for.
 * The first is for every other language.
 */
export const dictionaries: readonly { language: string; bytes: Uint8Array }[] = [
  { language: "", bytes: bytes(english) },
  { language: "sprokit", bytes: bytes(sprokit) },
  { language: "pinsight", bytes: bytes(pinsight) },
  { language: "coil-hardware", bytes: bytes(coilHardware) },
  { language: "coil-target", bytes: bytes(coilTarget) },
];
